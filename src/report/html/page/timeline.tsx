import type { ComponentChildren } from 'preact'
import type { EventImage } from '../../../agent/events.ts'
import type { OpenedRecord } from '../../../run/open-record.ts'
import type { Item } from './timeline-items.ts'
import { useMemo, useState } from 'preact/hooks'
import { dollars } from '../../figures.ts'
import { LongText, Said } from './text.tsx'
import { inputLine, timelineItems } from './timeline-items.ts'
import { counted, stopName } from './words.ts'

const step = 200

/** What the agent said and did, in order. */
export function Timeline({ record, prompt }: { record: OpenedRecord, prompt: string }): ComponentChildren {
  const items = useMemo(() => timelineItems(record.events), [record])
  const [shown, show] = useState(step)
  const { manifest } = record
  return (
    <>
      <ol class="timeline">
        {manifest.prompt !== prompt && <Entry kind="prompt" title="Prompt, as the agent got it"><LongText mono={false} text={manifest.prompt} /></Entry>}
        {items.slice(0, shown).map((item, index) => <Shown key={index} item={item} before={items[index - 1]} />)}
        {shown >= items.length && <Stop manifest={manifest} />}
      </ol>
      {shown < items.length && <p class="more"><button type="button" onClick={() => show(shown + step)}>{`Show more (${counted(items.length - shown, 'step')} left)`}</button></p>}
    </>
  )
}

/** Why nothing follows. An end in good order is the agent's last word. */
function Stop({ manifest: { stop, exitCode, signal } }: Pick<OpenedRecord, 'manifest'>): ComponentChildren {
  if (stop === 'end' && exitCode === 0)
    return null
  // an agent that we stopped ended by our signal, which says nothing of it
  const isOurs = ['decision', 'tool_budget', 'inspection_budget', 'timeout', 'cancelled'].includes(stop)
  return (
    <Entry kind="stop" title={`Stopped: ${stopName(stop)}`}>
      {!isOurs && <p class="muted"><Said text={signal === null ? `exit code ${exitCode ?? 'not known'}` : `signal ${signal}`} /></p>}
    </Entry>
  )
}

function Shown({ item, before }: { item: Item, before: Item | undefined }): ComponentChildren {
  switch (item.type) {
    case 'start': return (
      <Entry kind="start" title="Agent started">
        <p class="muted">
          <Said text={[item.version, item.model].filter(part => part !== null).join(' · ')} />
        </p>
        {item.skills !== null && <Names title={counted(item.skills.length, 'skill')} names={item.skills} />}
        {item.tools !== null && <Names title={counted(item.tools.length, 'tool')} names={item.tools} />}
      </Entry>
    )
    case 'message': return <Entry kind="message" title="Message" depth={item.parent === undefined ? 0 : 1}><LongText mono={false} text={item.text} /></Entry>
    case 'call': return <Call item={item} />
    case 'stray': return (
      <Entry kind="stray" title={item.event.type === 'activation' ? 'A load without its call' : 'A result without its call'}>
        <LongText text={item.event.type === 'activation' ? item.event.skill : item.event.text} />
      </Entry>
    )
    case 'warning': return <Entry kind="warning" title="Warning"><LongText mono={false} text={item.text} /></Entry>
    case 'unknown': return (
      <Entry kind="unknown" title={`${counted(item.lines.length, 'line')} not understood`}>
        <details>
          <summary>Show</summary>
          <LongText text={item.lines.join('\n')} />
        </details>
      </Entry>
    )
    case 'end': return (
      <Entry kind={item.isError ? 'warning' : 'end'} title={`Agent ended: ${item.reason.replaceAll('_', ' ')}`}>
        {item.text !== '' && !(before?.type === 'message' && before.text === item.text) && <LongText mono={false} text={item.text} />}
        {item.costUsd !== undefined && <p class="muted">{dollars(item.costUsd)}</p>}
      </Entry>
    )
  }
}

function Call({ item: { call, result, activation, depth } }: { item: Extract<Item, { type: 'call' }> }): ComponentChildren {
  const failed = result?.isError === true
  const kind = activation ? activation.ok ? 'activation' : 'activation failed' : failed ? 'call failed' : 'call'
  return (
    <Entry kind={kind} depth={depth}>
      {activation && (
        <p class="load">
          {activation.ok ? 'Loaded the skill ' : 'Could not load the skill '}
          <strong><Said text={activation.skill} /></strong>
          {activation.reason !== undefined && <span class="line"><Said text={activation.reason} /></span>}
        </p>
      )}
      <details>
        <summary>
          <strong><Said text={call.name} /></strong>
          <code><Said text={inputLine(call.input)} /></code>
          {failed && !activation && <span class="badge failed">error</span>}
          {result === null && <span class="badge error">no result</span>}
        </summary>
        <Input input={call.input} />
        {result !== null && (
          <>
            <h4>{failed ? 'Result, an error' : 'Result'}</h4>
            {result.text === '' && !result.images ? <p class="muted">empty</p> : <LongText text={result.text} label="Result" />}
          </>
        )}
      </details>
      {result?.images?.map((image, index) => <Picture key={index} image={image} name={`Picture ${index + 1} of the result`} />)}
    </Entry>
  )
}

function Input({ input }: { input: unknown }): ComponentChildren {
  const entries = typeof input === 'object' && input !== null ? Object.entries(input) : [['input', input] satisfies [string, unknown]]
  return entries.map(([name, value]) => (
    <div key={name} class="input">
      <h4><Said text={name} /></h4>
      <LongText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2) ?? ''} />
    </div>
  ))
}

/** An image of a run. Its address holds base64 of a known kind of picture, and nothing else. */
export function Picture({ image, name }: { image: EventImage, name: string }): ComponentChildren {
  return <img class="picture" src={`data:${image.mediaType};base64,${image.data}`} alt={name} loading="lazy" />
}

function Names({ title, names }: { title: string, names: string[] }): ComponentChildren {
  return (
    <details class="inline">
      <summary>{title}</summary>
      <p><Said text={names.join(', ')} /></p>
    </details>
  )
}

function Entry({ kind, title, depth = 0, children }: { kind: string, title?: string, depth?: number, children?: ComponentChildren }): ComponentChildren {
  return (
    <li class={kind} style={depth === 0 ? undefined : { marginInlineStart: `${depth * 1.25}rem` }}>
      {title !== undefined && <h3><Said text={title} /></h3>}
      {children}
    </li>
  )
}

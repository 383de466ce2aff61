import type { Paint, Screen } from '../report/paint.ts'
import type { ByHand } from './init-config.ts'
import type { Step } from './init-steps.ts'
import process from 'node:process'
import { fill, widthOf } from '../report/columns.ts'
import { count } from '../report/figures.ts'
import { oneLine } from '../report/plain-text.ts'
import { linesToAdd } from './edit-config.ts'
import { testScriptThatRunsEvals } from './init-repository.ts'
import { installCommand } from './install-command.ts'
import { shownPath } from './shown-path.ts'

/** Files of one kind that are named one by one; a catalog of hundreds would fill the screen with what was expected. */
const mostNamed = 20

/** What was done, file by file. */
export function doneText(steps: Step[], root: string, dryRun: boolean, paint: Paint): string {
  const shown = [...steps.filter(step => step.text !== null).slice(0, mostNamed), ...steps.filter(step => step.text === null).slice(0, mostNamed)]
  const names = shown.map(step => oneLine(shownPath(root, step.file)))
  const width = Math.max(...names.map(widthOf))
  const lines = shown.map((step, i) => {
    const mark = step.done === 'kept' ? paint.dim('=') : paint.green(step.done === 'written' ? '+' : '~')
    const what = step.done === 'kept' ? `unchanged: ${step.what}` : `${step.done}: ${step.what}`
    return ` ${mark} ${fill(names[i] ?? '', width)}  ${step.done === 'kept' ? paint.dim(what) : what}`
  })
  if (shown.length < steps.length)
    lines.push(`   and ${count(steps.length - shown.length, 'more file')}`)
  const changed = steps.filter(step => step.text !== null).length
  const head = changed === 0 ? 'All is there already; nothing was changed.' : dryRun ? 'This is what would be done; nothing was changed.' : null
  return [...head === null ? [] : [head], ...lines].join('\n')
}

/** What to do now. */
export function nextText({ root, steps, missing, screen }: { root: string, steps: Step[], missing: string[], screen: Screen }): string {
  const { paint } = screen
  const unfinished = steps.filter(step => step.done === 'written' && step.file.endsWith('/evals/evals.json'))
  const test = testScriptThatRunsEvals(root)
  const todo: [command: string, what: string][] = [
    ...missing.length > 0 ? [[installCommand(root, missing), `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed here`] as [string, string]] : [],
    ['npx vitest run --project evals --tags-filter structure', 'free: are the files well-formed?'],
    ...unfinished.length > 0 ? [[`edit ${unfinished.length === 1 ? shownPath(root, unfinished[0]?.file ?? '') : `the ${unfinished.length} new datasets`}`, 'put real prompts where it says REPLACE:'] as [string, string]] : [],
    ['npx skill-evals doctor', 'free: is the agent ready?'],
    ['npx vitest run --project evals', 'all of it: runs the agent, which costs money'],
  ]
  const width = Math.max(...todo.map(([command]) => widthOf(command)))
  const fits = width + Math.max(...todo.map(([, what]) => widthOf(what))) + 6 <= screen.width
  const lines = todo.map(([command, what], i) => fits ? ` ${i + 1}. ${paint.bold(fill(command, width))}  ${what}` : ` ${i + 1}. ${paint.bold(command)}\n    ${what}`)
  const warning = test === null ? [] : ['', `${paint.yellow('!')} Your script \`test\` (${oneLine(test)}) runs the evals now too. To leave them out: ${oneLine(test)} --project '!evals'`]
  return ['Next:', ...lines, ...warning].join('\n')
}

/** What to add to a config that is left alone. */
export function byHandText(config: ByHand, globs: string[]): string {
  const [statement = '', member = ''] = linesToAdd(config, globs)
  const where = config.projects ? 'in `test`, the list `projects`' : 'in the config object, the list `plugins`'
  return [
    `${shownPath(process.cwd(), config.file)}:${config.line}: the plugin cannot be added here without a guess: ${config.reason}.`,
    'Nothing was changed. Add these lines:',
    '',
    `  at the top: ${statement}`,
    `  ${where}: ${member}`,
    '',
    'Then call `skill-evals init` again for the rest.',
  ].join('\n')
}

/** What to do when nothing was found to test. */
export function noSkillsText(root: string, globs: string[]): string {
  return `No folder with a SKILL.md matches ${globs.map(glob => `\`${glob}\``).join(', ')} under ${root}. Nothing was changed. Say where your skills are: skill-evals init --skills 'path/to/skills/*'`
}

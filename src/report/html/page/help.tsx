import type { ComponentChildren, RefObject } from 'preact'

const keys: [string, string][] = [
  ['/', 'search'],
  ['j  k', 'next and previous evaluation'],
  ['Enter', 'open it'],
  ['Esc  u', 'back to the list'],
  ['n  p', 'next and previous that failed'],
  ['o', 'open or close all steps of a transcript'],
  ['?', 'this list'],
]

/** The keys, and a way to be rid of them. */
export function Help({ dialog, on, onChange }: { dialog: RefObject<HTMLDialogElement | null>, on: boolean, onChange: (on: boolean) => void }): ComponentChildren {
  return (
    <dialog ref={dialog} aria-labelledby="help" class="help">
      <form onSubmit={(event) => {
        event.preventDefault()
        dialog.current?.close()
      }}
      >
        <h2 id="help">Keys</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>{key.split('  ').map(one => <kbd key={one}>{one}</kbd>)}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label>
          <input type="checkbox" checked={on} onChange={event => onChange(event.currentTarget.checked)} />
          {' '}
          Single keys do this
        </label>
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}

import { useState } from 'preact/hooks'

/** A wish of the reader that stays from one report to the next, where the browser keeps such things for files. */
export function useSetting(name: string, otherwise: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => load(name) ?? otherwise)
  return [value, (next) => {
    setValue(next)
    save(name, next)
  }]
}

function load(name: string): string | null {
  try {
    return localStorage.getItem(`skill-evals-${name}`)
  }
  catch {
    return null
  }
}

function save(name: string, value: string): void {
  try {
    localStorage.setItem(`skill-evals-${name}`, value)
  }
  catch {
    // it lasts as long as the page then
  }
}

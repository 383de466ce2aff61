import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useSetting } from './setting.ts'

const next: Record<string, string> = { auto: 'light', light: 'dark', dark: 'auto' }
const names: Record<string, string> = { auto: 'Auto', light: 'Light', dark: 'Dark' }

/** Light, dark, or what the system says. */
export function ThemeButton(): ComponentChildren {
  const [theme, setTheme] = useSetting('theme', 'auto')
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme
  }, [theme])
  return <button type="button" class="quiet" onClick={() => setTheme(next[theme] ?? 'auto')} aria-label={`Colours: ${names[theme] ?? 'Auto'}`}>{names[theme] ?? 'Auto'}</button>
}

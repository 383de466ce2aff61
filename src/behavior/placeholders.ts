/**
 * Fills `{name}` with the value of that name, in one pass: a value that looks like a placeholder is text, or the result would depend on
 * the order of the names. Braces that name no value (JSON, shell, templates) stay as they are.
 */
export function expandPlaceholders(text: string, values: Record<string, string>): string {
  // A function, since `$&` in a replacement text would be a pattern; own values only, since `{constructor}` is text too.
  return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => Object.hasOwn(values, name) ? values[name] ?? whole : whole)
}

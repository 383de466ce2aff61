/** Colours of a terminal. Each takes text that is already cut and filled: escapes have no width. */
export type Paint = Record<'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold' | 'failBadge', (text: string) => string>

/** Where lines go: how wide it is, and whether it shows colours. */
export interface Screen {
  paint: Paint
  width: number
}

/**
 * Written by hand, since `util.styleText` decides by the process's own stream and environment, and the caller has
 * decided already.
 */
export function createPaint(color: boolean): Paint {
  const style = (open: string, close: string) => (text: string): string => color && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    red: style('31', '39'),
    green: style('32', '39'),
    yellow: style('33', '39'),
    cyan: style('36', '39'),
    dim: style('2', '22'),
    bold: style('1', '22'),
    failBadge: style('1;41', '22;49'),
  }
}

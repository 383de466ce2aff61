import type { ComponentChildren } from 'preact'

/** One report in a chart; `null` is not known. */
export interface ChartPoint {
  when: string
  value: number | null
  low?: number
  high?: number
}

const [width, height, margin] = [320, 96, 6]

/** A small line with its interval. `top`: the value at the upper edge; `null` takes the largest. */
export function Chart({ name, points, show, top }: { name: string, points: ChartPoint[], show: (value: number) => string, top: number | null }): ComponentChildren {
  const known = points.flatMap(({ value }) => value ?? [])
  const last = known.at(-1)
  if (last === undefined)
    return null
  const most = top ?? (Math.max(...known) || 1)
  // what differs must be seen: from 96 % to 98 % is a line at the upper edge if the axis begins at nothing
  const least = top === null ? 0 : Math.max(0, Math.min(...points.flatMap(point => point.low ?? point.value ?? [])) - 0.05)
  const x = (index: number): number => margin + index / Math.max(1, points.length - 1) * (width - 2 * margin)
  const y = (value: number): number => margin + (1 - (value - least) / (most - least || 1)) * (height - 2 * margin)
  const placed = points.flatMap((point, index) => point.value === null ? [] : { ...point, value: point.value, x: x(index), y: y(point.value) })
  const band = [...placed.map(point => `${point.x},${y(point.high ?? point.value)}`), ...placed.toReversed().map(point => `${point.x},${y(point.low ?? point.value)}`)]
  return (
    <figure class="chart">
      <figcaption>
        <span>{name}</span>
        <strong>{show(last)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name}, ${known.length} reports: from ${show(known[0] ?? last)} to ${show(last)}`} preserveAspectRatio="none">
        {placed.some(point => point.low !== undefined) && <polygon class="band" points={band.join(' ')} />}
        <polyline class="line" points={placed.map(point => `${point.x},${point.y}`).join(' ')} />
        {placed.map(point => (
          <line key={point.x} class="dot" x1={point.x} x2={point.x} y1={point.y} y2={point.y}><title>{`${point.when}: ${show(point.value)}`}</title></line>
        ))}
      </svg>
      <p class="muted axis">
        <span>{`axis from ${show(least)} to ${show(most)}`}</span>
      </p>
    </figure>
  )
}

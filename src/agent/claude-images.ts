import type { EventImage } from './events.ts'
import { isRecord, recordsOf, textOf } from './json.ts'

const mediaTypes: readonly EventImage['mediaType'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The pictures of a tool's result. What is none of the known kinds, or not base64, is left out: it would end up in an address. */
export function imagesOf(content: unknown): EventImage[] {
  return recordsOf(content).flatMap((block) => {
    const source = block.type === 'image' && isRecord(block.source) ? block.source : {}
    const mediaType = mediaTypes.find(type => type === source.media_type)
    const data = textOf(source.data)
    return mediaType === undefined || data === undefined || !/^[\w+/]+={0,2}$/.test(data) ? [] : [{ mediaType, data }]
  })
}

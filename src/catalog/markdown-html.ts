/** An attribute of a piece of HTML, and where its value starts. */
export interface HtmlAttribute {
  name: 'href' | 'src' | 'id' | 'name'
  value: string
  offset: number
}

const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi
const ATTRIBUTE = /[\s"'/](href|src|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi

/** The attributes of a piece of HTML that name a target or a place. What stands in comments does not count. */
export function htmlAttributes(html: string): HtmlAttribute[] {
  return [...withoutComments(html).matchAll(TAG)].flatMap(tag => [...tag[0].matchAll(ATTRIBUTE)].map((match) => {
    const value = match[2] ?? match[3] ?? match[4] ?? ''
    const end = match.index + match[0].length - (match[4] === undefined ? 1 : 0)
    return { name: (match[1] ?? '').toLowerCase() as HtmlAttribute['name'], value: value.trim().replaceAll('&amp;', '&'), offset: tag.index + end - value.length }
  }))
}

/** The texts of headings that are written in HTML, in order. GitHub gives them anchors as it does to the others. */
export function htmlHeadings(html: string): string[] {
  return [...withoutComments(html).matchAll(/<h([1-6])(?:\s[^>]*)?>(.*?)<\/h\1\s*>/gis)].map(match => (match[2] ?? '').replace(/<[^>]*>/g, '').replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim())
}

/** Blanks take the place of comments, so that offsets stay. */
function withoutComments(html: string): string {
  return html.replace(/<!--.*?(?:-->|$)/gs, comment => comment.replace(/[^\n]/g, ' '))
}

import type { Nodes } from 'mdast'
import GithubSlugger, { slug } from 'github-slugger'
import { htmlAttributes, htmlHeadings } from './markdown-html.ts'

/** Collects what a fragment can point at in one markdown file, as GitHub renders it. */
export class Anchors {
  readonly all = new Set<string>()
  private readonly slugger = new GithubSlugger()

  /** Takes every node of a document, in order: repeated headings are numbered. */
  visit(node: Nodes): void {
    if (node.type === 'heading')
      this.heading(textOf(node, true), textOf(node, false))
    if (node.type === 'footnoteDefinition')
      this.all.add(`fn-${node.identifier}`).add(`user-content-fn-${node.identifier}`)
    if (node.type !== 'html')
      return
    for (const text of htmlHeadings(node.value))
      this.heading(text)
    for (const { name, value } of htmlAttributes(node.value)) {
      if (name === 'id' || name === 'name')
        this.all.add(value)
    }
  }

  /** Renderers differ in whether the text of an image and a blank after a tag count: each reading is a place to link to. */
  private heading(text: string, withoutImages = text): void {
    this.all.add(this.slugger.slug(text))
    for (const other of [text.trim(), withoutImages, withoutImages.trim()])
      this.all.add(slug(other))
    this.all.delete('')
  }
}

/** The text of a node as a reader sees it, without HTML; `images`: with what stands for them. */
export function textOf(node: Nodes, images: boolean): string {
  if (node.type === 'image')
    return images ? node.alt ?? '' : ''
  if (node.type === 'text' || node.type === 'inlineCode')
    return node.value
  return 'children' in node ? node.children.map(child => textOf(child, images)).join('') : ''
}

import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Folders } from '../catalog/folders.ts'
import type { MarkdownFile } from '../catalog/markdown-files.ts'
import type { RequiredFiles } from './check-required-files.ts'
import type { ExternalLink } from './external-links.ts'
import { posix } from 'node:path'
import { DiskTree } from '../catalog/disk-tree.ts'
import { markdownFilesIn, markdownFilesOf } from '../catalog/markdown-files.ts'
import { MarkdownLibrary } from '../catalog/markdown-library.ts'
import { isInside } from '../catalog/paths.ts'
import { repositoryRoot } from '../catalog/repository.ts'
import { realPath } from '../catalog/skill-links.ts'
import { checkLinks } from './check-links.ts'
import { checkRequiredFiles } from './check-required-files.ts'
import { externalLinks } from './external-links.ts'

/** Where a catalog is, and what it has. */
export interface ReferenceOptions {
  /** Absolute, with forward slashes. */
  root: string
  skills: Skill[]
  /** Globs of further markdown, from `root`. */
  docs: string[]
  /** Folders that were listed in this pass. */
  folders?: Folders
}

/**
 * Everything that the files of a catalog say of other files. Each skill is checked when it is asked for, and each folder of the disk
 * is read once: make a new one when files have changed, and hand it the library of the last one.
 */
export class References {
  private readonly trees = new Map<string, DiskTree>()
  private readonly roots = new Map<string, string | null>()
  private readonly skillFolders: ReadonlySet<string>
  private readonly realRoot: string

  constructor(private readonly options: ReferenceOptions, private readonly library = new MarkdownLibrary()) {
    this.skillFolders = new Set(options.skills.map(skill => skill.dir))
    this.realRoot = realPath(options.root) ?? options.root
    library.refresh()
  }

  /** Broken links and named paths in all markdown of a skill. */
  ofSkill(skill: Skill): Finding[] {
    const context = { tree: this.treeOf(skill.realDir), library: this.library }
    return this.pagesOf(skill).flatMap(page => checkLinks(page, skill.realDir, context))
  }

  /** Files and sections that every skill must have. */
  required(skill: Skill, required: RequiredFiles): Finding[] {
    return checkRequiredFiles(skill, required, { tree: this.treeOf(skill.realDir), library: this.library })
  }

  /** Markdown of `docs` that no skill of the catalog holds. */
  docs(): MarkdownFile[] {
    return markdownFilesIn(this.options.root, this.options.docs)
      .filter(({ file }) => !this.options.skills.some(skill => isInside(file, skill.dir)))
      .map(({ file }) => ({ file, realFile: posix.join(this.realRoot, posix.relative(this.options.root, file)) }))
  }

  /** Globs that match nothing check nothing, and a typing error in them would go unseen. */
  missingDocs(): Finding[] {
    const { docs, root } = this.options
    if (docs.length === 0 || this.docs().length > 0)
      return []
    const globs = docs.map(glob => `\`${glob}\``).join(', ')
    return [{ rule: 'catalog/no-docs', severity: 'error', file: root, line: 1, column: 1, message: `No markdown file outside of the skills matches ${globs} under ${root}. Set \`docs\` to globs of markdown files, such as \`docs/**/*.md\`.`, blocks: false }]
  }

  /** Broken links in a file of `docs`. */
  ofDoc(page: MarkdownFile): Finding[] {
    return checkLinks(page, null, { tree: this.treeOf(posix.dirname(page.realFile)), library: this.library })
  }

  /** Every link to the web, in skills and `docs`. Parses all of their markdown. */
  external(): ExternalLink[] {
    return [...this.options.skills.flatMap(skill => this.pagesOf(skill)), ...this.docs()].flatMap(({ file }) => externalLinks(file, this.library.document(file)))
  }

  private pagesOf(skill: Skill): MarkdownFile[] {
    const tree = this.treeOf(skill.realDir)
    return markdownFilesOf(skill, this.skillFolders, folder => tree.entries(folder))
  }

  private treeOf(folder: string): DiskTree {
    const root = repositoryRoot(folder, this.roots) ?? (isInside(folder, this.realRoot) ? this.realRoot : posix.dirname(folder))
    let tree = this.trees.get(root)
    if (!tree)
      this.trees.set(root, tree = new DiskTree(root, this.options.folders))
    return tree
  }
}

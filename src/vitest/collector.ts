import type { Plugin, ResolvedConfig, Rollup } from 'vite'
import type { VitestPluginContext } from 'vitest/node'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { CatalogIndex } from '../suite/catalog-index.ts'
import { existsSync, readFileSync } from 'node:fs'
import { eventsFileOf } from '../agent/command-spec.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { hooksFileOf, isTestFile, sourceOf } from '../suite/file-source.ts'
import { analyseImports, dependenciesOf, urlOf } from './dependencies.ts'
import { emitModule } from './emit.ts'

/** Query under which `import data from './evals.json'` finds the data and not the tests. */
const dataQuery = '?skill-evals-data'
/** Importer that Vite names for a module which nobody imports: the entry, here a test file. */
const entryImporter = '/index.html'

/** What the collector needs to know; set once the project's root is known. */
export interface Collected {
  options: ResolvedOptions
  index: CatalogIndex
  /** What `-t` is taken for when it names an evaluation. */
  pattern: RegExp | null
  /** In watch mode: the graph must know what hooks import before they first run. */
  watching?: boolean
}

/** Names of the hook's argument that differ between Vitest 4 and 5. */
interface CacheKeys {
  defineCacheKeyGenerator?: (generate: (context: { id: string }) => string | false | undefined) => void
  experimental_defineCacheKeyGenerator?: CacheKeys['defineCacheKeyGenerator']
}

/** Makes a test module of every dataset, every `SKILL.md` and every file of `docs`. Everything else is left to Vite. */
export function collector(collected: () => Collected): Plugin {
  const isOurs = (file: string): boolean => isTestFile(file, collected().index.current())
  let needsGraph = true
  let vitest: string | undefined
  return {
    name: 'vitest-skill-evals:collector',
    enforce: 'pre',

    configResolved(config) {
      keepJsonPluginAway(config, file => file.endsWith('.json') && isOurs(file))
    },

    configureVitest(context: VitestPluginContext & CacheKeys) {
      const { watch, changed, related } = context.vitest.config
      needsGraph = watch || !!changed || !!related?.length
      // Vitest 5 keeps modules on disk by the file's own text; ours depend on the whole catalog, also those of skills that
      // watch mode has seen appear
      const define = context.defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator
      define?.(({ id }) => isOurs(id.split('?')[0] ?? id) ? false : undefined)
    },

    async resolveId(source, importer) {
      if (!importer || importer.endsWith(entryImporter)) {
        // Vite would go on with the real path of a linked skill, and there is no test file of that name
        const file = source.replace(/^\/@fs(?:\/(?=[a-z]:))?/i, '')
        return [file, collected().options.root + file].find(isOurs) ?? null
      }
      if (!source.endsWith('.json'))
        return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved && isOurs(resolved.id) ? resolved.id + dataQuery : null
    },

    async load(id): Promise<Rollup.LoadResult> {
      if (id.endsWith(dataQuery))
        return { code: readFileSync(id.slice(0, -dataQuery.length), 'utf8'), moduleType: 'json' }
      if (!isOurs(id))
        return null
      const { options, index } = collected()
      const snapshot = index.current()
      // once, and from the root: the answer is the same for all, and Vite takes its time for it
      const vitestId = vitest ??= (await this.resolve('vitest', `${options.root}/vitest.config.js`))?.id ?? 'vitest'
      return emitModule({ ...await sourceOf(id, snapshot, options), text: readUtf8(id).text ?? '', vitest: vitestId })
    },

    // our modules import none of the files they stand for, so the graph learns of them here; a run that asks nothing of the graph
    // is spared that, since Vite resolves each file
    async transform(_code, id) {
      if (!needsGraph || !isOurs(id))
        return
      const graph = this.environment.mode === 'dev' ? this.environment.moduleGraph : null
      const module = graph?.getModuleById(id)
      if (!graph || !module)
        return
      const { options, index, watching } = collected()
      const snapshot = index.current()
      const owner = snapshot.byDatasetFile.get(id)?.owner ?? snapshot.bySkillFile.get(id) ?? null
      const events = eventsFileOf(options.agent)
      const files = [...dependenciesOf(id, owner?.skill.dir ?? null, options), ...events !== null && id.endsWith('.json') ? [events] : []]
      if (!id.endsWith('.json')) {
        files.filter(existsSync).forEach(file => this.addWatchFile(file))
        return
      }
      // Vite does not analyse the imports of a `.json` module, and forgets what it was told to watch for it
      const nodes = new Set<typeof module>()
      for (const file of files)
        // a file that is not there yet gets a node too, so that its appearance is noticed
        nodes.add(existsSync(file) ? await graph.ensureEntryFromUrl(urlOf(file, options.root)) : graph.createFileOnlyEntry(file))
      await graph.updateModuleInfo(module, nodes, null, new Set(), null, false)
      for (const imported of watching ? [owner && hooksFileOf(owner.skill.dir), events] : []) {
        if (imported && this.environment.mode === 'dev')
          await analyseImports(this.environment, urlOf(imported, options.root))
      }
    },
  }
}

/**
 * Vite's own JSON plugin would parse our module as JSON. Vite 8 goes by `moduleType`, Vite 6 and 7 by the file name: there
 * its transform is told to leave our files alone.
 */
function keepJsonPluginAway(config: ResolvedConfig, ours: (file: string) => boolean): void {
  for (const plugin of config.plugins) {
    if (plugin.name !== 'vite:json' || !plugin.transform)
      continue
    const { transform } = plugin
    const original = typeof transform === 'function' ? transform : transform.handler
    const guarded: typeof original = function (code, id, ...rest) {
      return ours(id) ? null : original.call(this, code, id, ...rest)
    }
    plugin.transform = typeof transform === 'function' ? guarded : { ...transform, handler: guarded }
  }
}

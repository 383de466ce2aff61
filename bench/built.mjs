import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * Builds one of our modules as the package holds it, which exports far fewer: to be measured without a loader at work.
 *
 * @param {string} module path below `src`, without its ending
 * @returns {Promise<string>} its address, to be imported
 */
export async function built(module) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const name = module.replaceAll('/', '-')
  // two folders below the root, as in the package: modules find files of the package by that
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: true, target: 'node20', minify: false, outDir: '.bench/built', emptyOutDir: false, rollupOptions: { input: { [name]: `src/${module}.ts` }, output: { entryFileNames: '[name].js', codeSplitting: false } } },
  })
  return new URL(`../.bench/built/${name}.js`, import.meta.url).href
}

import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const outDir = at('../../../../dist/report/html')
/** What the page is bundled with. Its licences go where the bundle goes. */
const bundled = ['preact', 'diff']

/** Bundles the page into one script and one style sheet, which every report carries. */
export default defineConfig({
  root: at('.'),
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: at('main.tsx'),
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page.[ext]' },
    },
  },
  plugins: [{
    name: 'licences',
    writeBundle() {
      for (const name of bundled)
        cpSync(at(`../../../../node_modules/${name}/LICENSE`), `${outDir}/page-licence-${name}.txt`)
      // it stands inside `<script>`, which this text would end
      if (/<\/script|<!--/i.test(readFileSync(`${outDir}/page.js`, 'utf8')))
        throw new Error('page.js holds text that ends a script element.')
    },
  }],
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './scripts/compress.ts'

const build = (outDir: string, input: Record<string, string>) => ({
  outDir,
  emptyOutDir: true,
  manifest: true,
  assetsInlineLimit: 0,
  // The HTML links every sheet itself; pages for old browsers are not promised, the design needs relative colours anyway.
  modulePreload: { polyfill: false },
  rolldownOptions: { input, checks: { pluginTimings: false } },
})

const inPieces = (made: ReturnType<typeof build>) => ({
  ...made,
  rolldownOptions: { ...made.rolldownOptions, output: { codeSplitting: { groups: pieces } } },
})

/** A page links exactly the sheets of its own modules (manifest of the server build), so the site's scripts carry none. */
const siteSheetsComeWithThePage: Plugin = {
  name: 'site-sheets-come-with-the-page',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-sheet' : undefined),
  load: (id) => (id === '\0no-sheet' ? '' : undefined),
}

/** Which sheet a browser reads first depends on how the bundle was cut, and the first one to name a layer sets its place: so each of them says the whole order. */
const everySheetKnowsTheLayers: Plugin = {
  name: 'every-sheet-knows-the-layers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.css')) return undefined
    return { code: `${layerOrder} ${code}`, map: null }
  },
}

/** Vite's loader of sheets and preloads weighs a fifth of all that a page may cost, and the site's scripts have no sheets to wait for. */
const siteImportsPlainly: Plugin = {
  name: 'site-imports-plainly',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

const layerOrder = /@layer [^;{]+;/.exec(readFileSync('src/ui/theme.css', 'utf8'))![0]

/** `early` is linked as a classic script, because only that blocks painting everywhere: its names must not become the page's.
 * It is a bundle of its own, or what it has in common with others would become a file that a classic script cannot import. */
const earlyKeepsItsNames: Plugin = {
  name: 'early-keeps-its-names',
  renderChunk(code, chunk) {
    if (chunk.name !== 'early') return undefined
    return { code: `(()=>{${code}})()`, map: null }
  },
}

/** A page without hydration has nothing to swap in place: when only its server side changed, the browser loads it again. */
const staticPagesReload: Plugin = {
  name: 'static-pages-reload',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0 || file.endsWith('.css')) return
    const inBrowser = server.environments.client.moduleGraph.getModulesByFile(file)?.size
    if (!inBrowser) server.environments.client.hot.send({ type: 'full-reload' })
  },
}

/** Each picture from its own file: through the library's list of all of them, every piece seems to need them all. */
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform(code, id) {
    if (!id.startsWith(resolve('src')) || !code.includes("from 'lucide-react'")) return undefined
    const one = (named: string) => {
      const [name = '', alias = name] = named.split(' as ')
      return name.startsWith('type ') ? '' : `import ${alias} from '${icons.get(name)}'`
    }
    const own = code.replaceAll(/import \{([^}]*)\} from 'lucide-react'/g, (_, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map(one)
        .join(';'),
    )
    return { code: own, map: null }
  },
}
const pictures = 'node_modules/lucide-react/dist/esm'
const icons = new Map(
  [...readFileSync(`${pictures}/lucide-react.mjs`, 'utf8').matchAll(/export \{([^}]*)\} from '\.([^']*)'/g)].flatMap(
    ([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, resolve(`${pictures}${file}`)] as const),
  ),
)

/** What the first screen of the signed-in app imports, by what it is for. Cut as it comes it would be seventy files, which pack worse and
 * wait for each other; so each of the two is one file. Filled before the bundle is cut. */
const firstLoad = { frame: new Set<string>(), today: new Set<string>() }
const firstLoadInTwoPieces: Plugin = {
  name: 'first-load-in-two-pieces',
  applyToEnvironment: (environment) => environment.name === 'client',
  buildEnd() {
    const gather = (source: string, into: Set<string>) => {
      const id = resolve(source)
      if (firstLoad.frame.has(id) || into.has(id)) return
      into.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) gather(imported, into)
    }
    firstLoad.frame.clear()
    firstLoad.today.clear()
    gather('src/web/entry-client.tsx', firstLoad.frame)
    gather('src/web/crm/shell/shell.tsx', firstLoad.today)
    gather('src/web/crm/today/today-screen.tsx', firstLoad.today)
  },
}
const pieces = Object.entries(firstLoad).map(([name, ids]) => ({ name, test: (id: string) => ids.has(id) }))

// Four bundles: the signed-in app, the public site's few kilobytes, what stands before the first paint, and the one door through which the server renders React.
export default defineConfig({
  appType: 'custom',
  plugins: [
    react(),
    siteSheetsComeWithThePage,
    siteImportsPlainly,
    everySheetKnowsTheLayers,
    earlyKeepsItsNames,
    staticPagesReload,
    iconsOneByOne,
    firstLoadInTwoPieces,
    compressed(),
  ],
  environments: {
    client: { build: inPieces(build('dist/app', { app: 'src/web/entry-client.tsx' })) },
    site: { consumer: 'client', build: build('dist/site', { site: 'src/web/site.ts' }) },
    early: { consumer: 'client', build: build('dist/early', { early: 'src/web/pre-paint.ts' }) },
    ssr: {
      build: { ...build('dist/server', { 'entry-server': 'src/web/entry-server.tsx' }), ssr: true, emitAssets: true },
    },
  },
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './scripts/compress.ts'
import { joinPageSheets } from './scripts/page-sheets.ts'

const build = (outDir: string, input: Record<string, string>) => ({
  outDir,
  emptyOutDir: true,
  manifest: true,
  assetsInlineLimit: 0,
  // The HTML links every style sheet itself. Old browsers are not supported: the design needs relative colours.
  modulePreload: { polyfill: false },
  rolldownOptions: { input, checks: { pluginTimings: false } },
})

type ChunkGroup = { name: string; test: (id: string) => boolean; minShareCount?: number }
const withChunkGroups = (made: ReturnType<typeof build>, groups: ChunkGroup[]) => ({
  ...made,
  rolldownOptions: {
    ...made.rolldownOptions,
    output: { codeSplitting: { groups }, chunkFileNames: 'assets/[name]-[hash:7].js' },
  },
})

/** A page links the style sheets of its own modules (manifest of the server build), so the site's scripts import none. */
const omitSiteStyleSheets: Plugin = {
  name: 'omit-site-style-sheets',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style-sheet' : undefined),
  load: (id) => (id === '\0no-style-sheet' ? '' : undefined),
}

/**
 * Chunking decides which sheet is read first, and the first one to name a cascade layer fixes its position. So every sheet declares the
 * whole layer order.
 */
const prependLayerOrder: Plugin = {
  name: 'prepend-layer-order',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.css')) return undefined
    return { code: `${layerOrder} ${code}`, map: null }
  },
}

/** Replaces Vite's preload helper, a fifth of a page's JavaScript budget: the site's scripts have no style sheets to preload. */
const omitPreloadHelper: Plugin = {
  name: 'omit-preload-helper',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

const layerOrder = /@layer [^;{]+;/.exec(readFileSync('src/ui/theme.css', 'utf8'))![0]

/**
 * `pre-paint` is linked as a classic script, because only that blocks painting everywhere. The IIFE keeps its names out of the global
 * scope. It is a bundle of its own: a classic script cannot import a shared chunk.
 */
const wrapPrePaintInIife: Plugin = {
  name: 'wrap-pre-paint-in-iife',
  renderChunk(code, chunk) {
    if (chunk.name !== 'pre-paint') return undefined
    return { code: `(()=>{${code}})()`, map: null }
  },
}

/** Pages without hydration have no hot update: when only server code changed, the browser reloads. */
const reloadServerRenderedPages: Plugin = {
  name: 'reload-server-rendered-pages',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0 || file.endsWith('.css')) return
    const inBrowser = server.environments.client.moduleGraph.getModulesByFile(file)?.size
    if (!inBrowser) server.environments.client.hot.send({ type: 'full-reload' })
  },
}

/** Imports each icon from its own file: through the library's barrel, every chunk would depend on all icons. */
const importIconsDirectly: Plugin = {
  name: 'import-icons-directly',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client' || environment.name === 'site',
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
const iconFolder = 'node_modules/lucide-react/dist/esm'
const icons = new Map(
  [...readFileSync(`${iconFolder}/lucide-react.mjs`, 'utf8').matchAll(/export \{([^}]*)\} from '\.([^']*)'/g)].flatMap(
    ([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, resolve(`${iconFolder}${file}`)] as const),
  ),
)

/** Imported by the library's barrel, used by later screens only. */
const laterModules = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/**
 * Modules of the app's two first screens, by chunk: the frame of both, the CRM's today screen, the portal's home, and what the home shares
 * with other screens. The default chunking yields seventy files, which compress worse and load in waves. Filled before chunking.
 */
const firstScreenModules = {
  frame: new Set<string>(),
  today: new Set<string>(),
  parts: new Set<string>(),
  home: new Set<string>(),
}
const isOfPortal = (id: string) => id.startsWith(resolve('src/web/portal'))
/** Modules of a few lines without imports. A file of each would be a request, and its name a part of the first screen's script. */
const smallModules = new Set<string>()
const smallestFile = 1_000
const chunkFirstScreen: Plugin = {
  name: 'chunk-first-screen',
  applyToEnvironment: (environment) => environment.name === 'client',
  buildEnd() {
    const { frame, today, parts, home } = firstScreenModules
    for (const modules of [frame, today, parts, home]) modules.clear()
    const gather = (source: string, into: Set<string>, within?: ReadonlySet<string>) => {
      const id = resolve(source)
      if (frame.has(id) || into.has(id) || laterModules.test(id) || within?.has(id) === false) return
      into.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) gather(imported, into, within)
    }
    gather('src/web/entry-client.tsx', frame)
    gather('src/web/crm/shell/shell.tsx', today)
    gather('src/web/crm/today/today-screen.tsx', today)
    gather('src/web/portal/require-client.tsx', home)
    gather('src/web/portal/home/portal-home.tsx', home)
    for (const id of home) if (today.delete(id)) frame.add(id)
    for (const id of frame) home.delete(id)
    const isElsewhere = (id: string) => !frame.has(id) && !today.has(id) && !home.has(id) && !isOfPortal(id)
    for (const id of home) if (this.getModuleInfo(id)?.importers.some(isElsewhere)) gather(id, parts, home)
    for (const id of parts) home.delete(id)
    smallModules.clear()
    for (const id of this.getModuleIds()) {
      const made = this.getModuleInfo(id)
      if (/\/src\/.*\.tsx?$/.test(id) && made?.importedIds.length === 0 && (made.code?.length ?? 0) < smallestFile)
        smallModules.add(id)
    }
  },
}
const chunkGroups = [
  ...Object.entries(firstScreenModules).map(([name, ids]) => ({
    name,
    test: (id: string) => ids.has(id),
  })),
  // The other icons are one file: a file of each would be a request of its own, and its name a part of the first screen's script.
  { name: 'icons', test: (id: string) => id.includes('/lucide-react/') },
  { name: 'small', test: (id: string) => smallModules.has(id), minShareCount: 2 },
]

/**
 * What islands of the site share with the heaviest one, the booking picker. The default chunking makes a file of each combination of islands,
 * and many small files compress worse than one.
 */
const islandModules = new Set<string>()
const chunkIslands: Plugin = {
  name: 'chunk-islands',
  applyToEnvironment: (environment) => environment.name === 'site',
  buildEnd() {
    const gather = (source: string, into: Set<string>, except?: ReadonlySet<string>) => {
      const id = resolve(source)
      if (into.has(id) || except?.has(id)) return
      into.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) gather(imported, into, except)
    }
    const [firstView, picker] = [new Set<string>(), new Set<string>()]
    gather('src/web/site.ts', firstView)
    gather('src/features/booking/public/booking.island.tsx', picker, firstView)
    islandModules.clear()
    for (const id of picker) if (/\/src\/(lib|ui)\/|\/lucide-react\//.test(id)) islandModules.add(id)
  },
}
const islandGroups = [{ name: 'islands', test: (id: string) => islandModules.has(id) }]

// Four bundles: the signed-in app, the public site's scripts, the pre-paint script, and the server-rendering entry point.
export default defineConfig({
  appType: 'custom',
  plugins: [
    react(),
    omitSiteStyleSheets,
    omitPreloadHelper,
    prependLayerOrder,
    wrapPrePaintInIife,
    reloadServerRenderedPages,
    importIconsDirectly,
    chunkFirstScreen,
    chunkIslands,
    joinPageSheets('src/web/entry-server.tsx'),
    compressed(),
  ],
  environments: {
    client: { build: withChunkGroups(build('dist/app', { app: 'src/web/entry-client.tsx' }), chunkGroups) },
    site: {
      consumer: 'client',
      // The helper that would preload is omitted, so its list of files would only weigh.
      build: {
        ...withChunkGroups(build('dist/site', { site: 'src/web/site.ts' }), islandGroups),
        modulePreload: false,
      },
    },
    prePaint: { consumer: 'client', build: build('dist/pre-paint', { 'pre-paint': 'src/web/pre-paint.ts' }) },
    ssr: {
      build: { ...build('dist/server', { 'entry-server': 'src/web/entry-server.tsx' }), ssr: true, emitAssets: true },
    },
  },
})

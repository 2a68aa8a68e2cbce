// When does a phone on slow 4G show the main content of each page in the sitemap? 1.6 Mbit/s, 150 ms latency, a quarter of this CPU, an
// empty cache. Lighthouse extrapolates from a fast load; here the browser is throttled.
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { wholeChromium } from '../test/chromium.ts'
import { makeInstallation, stop } from './installation.ts'

type Paint = { at: number; first: number; element: string; bytes: number; requests: number; blockedUntil: number }

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'lcp'),
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    limit: { type: 'string', default: '1200' },
    /** The URL of a running server, instead of an installation of this run. */
    url: { type: 'string' },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
const limitMs = Number(values.limit)
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

if (values.url) await measure(values.url)
else {
  const installation = await makeInstallation({ DEMO: '1' }, 'src/server/main.ts')
  const { child } = await installation.start()
  try {
    await measure(installation.url)
  } finally {
    await stop(child)
    installation.remove()
  }
}

async function measure(url: string) {
  const paths = positionals.length > 0 ? positionals : await listedPages(url)
  const browser = await chromium.launch(wholeChromium)
  let over = 0
  try {
    print('LCP ms (lowest–highest) · first paint · styles and scripts until · KB · requests · element')
    for (const path of paths) {
      // The page cache recompresses a page at a higher level soon after its first request.
      await load(browser, url + path)
      const paints: Paint[] = []
      for (let round = 0; round < Number(values.rounds); round++) paints.push(await load(browser, url + path))
      const times = paints.map(({ at }) => at).toSorted((a, b) => a - b)
      const middle = paints.find(({ at }) => at === times[times.length >> 1])!
      if (middle.at > limitMs) over++
      print(
        `${middle.at > limitMs ? '!' : ' '} ${middle.at.toFixed(0).padStart(5)} (${times[0]!.toFixed(0)}–${times.at(-1)!.toFixed(0)})`.padEnd(
          22,
        ) +
          `${middle.first.toFixed(0).padStart(6)}${middle.blockedUntil.toFixed(0).padStart(6)}${(middle.bytes / 1000).toFixed(0).padStart(5)}` +
          `${String(middle.requests).padStart(4)}  ${decodeURIComponent(path)}  ${middle.element}`,
      )
    }
  } finally {
    await browser.close()
  }
  print(`${over} of ${paths.length} pages above ${limitMs} ms`)
}

async function load(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'he-IL',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow4g)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'load' })
    // Fonts swap and images decode shortly after the load event.
    await page.waitForTimeout(400)
    return await page.evaluate(readPaint)
  } finally {
    await context.close()
  }
}

/** Executed in the page. */
async function readPaint(): Promise<Paint> {
  const last = await new Promise<LargestContentfulPaint | undefined>((done) => {
    new PerformanceObserver((list) => done(list.getEntries().at(-1) as LargestContentfulPaint)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    setTimeout(() => done(undefined), 2000)
  })
  const found = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus?: string
  })[]
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const element = last?.element
  const text = element?.textContent?.trim().slice(0, 40) ?? ''
  return {
    at: last?.startTime ?? Infinity,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    element: element
      ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${text || (last?.url ?? '')}`
      : '?',
    bytes: [page!, ...found].reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: found.length + 1,
    blockedUntil: Math.max(
      0,
      ...found.filter((entry) => entry.renderBlockingStatus === 'blocking').map(({ responseEnd }) => responseEnd),
    ),
  }
}

async function listedPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
}

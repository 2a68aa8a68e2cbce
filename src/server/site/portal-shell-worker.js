// The part of the service worker that opens the client portal without a network. It has its page and its built files, and asks the network
// first. Of the APIs it has the business's logo alone, which is public: it never sees a session or data. `shellFiles` and `shellVersion` are prepended by the server.
const portalPath = '/client-portal'
const shellPrefix = 'portal-shell-'
const shellName = shellPrefix + shellVersion

// Push is registered below /crm by the same script: that registration answers no requests.
if (new URL(self.registration.scope).pathname === portalPath) {
  self.addEventListener('install', (event) => event.waitUntil(fillShell()))
  self.addEventListener('activate', (event) => event.waitUntil(dropOldShells()))
  self.addEventListener('fetch', (event) => {
    const key = shellKeyOf(event.request)
    if (key) event.respondWith(networkFirst(event, key))
  })
}

/** Under which key a request is in the shell; undefined: none of it. All pages of the portal are one document. */
function shellKeyOf({ method, mode, url }) {
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return undefined
  if (mode === 'navigate') return `${pathname}/`.startsWith(`${portalPath}/`) ? portalPath : undefined
  return pathname.startsWith('/assets/') ||
    pathname.startsWith('/storage/v1/object/public/business-logos/') ||
    ['/brand.css', '/favicon.svg'].includes(pathname)
    ? pathname + search
    : undefined
}

// A failure fails the installation: a shell with holes would open a page that stays empty.
async function fillShell() {
  const shell = await caches.open(shellName)
  const page = await fetch(portalPath, { cache: 'no-cache' })
  if (!page.ok) throw new Error(`The portal answered ${page.status}`)
  const linked = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path)
  await shell.addAll([...new Set([...linked, ...shellFiles])])
  await shell.put(portalPath, page)
}

async function dropOldShells() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(shellPrefix) && name !== shellName).map((name) => caches.delete(name)),
  )
}

async function networkFirst(event, key) {
  let response
  try {
    response = await fetch(event.request)
  } catch (error) {
    const stored = await readShell(key).catch(() => undefined)
    if (stored) return stored
    throw error
  }
  if (response.ok && !response.redirected) event.waitUntil(keep(key, response.clone()).catch(() => {}))
  return response
}

async function keep(key, response) {
  const shell = await caches.open(shellName)
  // Built files never change under their name; the page does.
  if (key === portalPath || !(await shell.match(key))) await shell.put(key, response)
}

async function readShell(key) {
  const stored = await (await caches.open(shellName)).match(key, { ignoreVary: true })
  if (!stored || key !== portalPath) return stored
  // The page learns that it was opened without a network: an expired session cannot be refreshed, and is no reason to ask for a sign-in.
  const html = (await stored.text()).replace('<html ', '<html data-offline ')
  const headers = new Headers(stored.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

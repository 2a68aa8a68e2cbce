// The offline shell of the client portal in the service worker: caches its page and its built files, network first. The
// only cached API response is the public business logo, so the cache contains neither a session nor data. The server
// prepends `shellFiles` and `shellVersion`.
const portalPath = '/client-portal'
const shellPrefix = 'portal-shell-'
const shellName = shellPrefix + shellVersion

// The same script is registered below /crm for push messages: that registration handles no fetch events.
if (new URL(self.registration.scope).pathname === portalPath) {
  self.addEventListener('install', (event) => event.waitUntil(fillShell()))
  self.addEventListener('activate', (event) => event.waitUntil(dropOldShells()))
  self.addEventListener('fetch', (event) => {
    const key = shellKeyOf(event.request)
    if (key) event.respondWith(networkFirst(event, key))
  })
}

/** The cache key of a request; undefined if it is not part of the shell. All pages of the portal are one document. */
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

// A failure fails the installation, because an incomplete shell would open an empty page.
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
  // File names of the build contain a hash, so only the page changes.
  if (key === portalPath || !(await shell.match(key))) await shell.put(key, response)
}

async function readShell(key) {
  const stored = await (await caches.open(shellName)).match(key, { ignoreVary: true })
  if (!stored || key !== portalPath) return stored
  // Marks the page as opened offline: an expired session, which cannot be refreshed, must not lead to the sign-in page.
  const html = (await stored.text()).replace('<html ', '<html data-offline ')
  const headers = new Headers(stored.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

// The service worker: displays push messages, and opens their URL on a click.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const shown = { body, tag, data: { path }, dir: 'rtl', lang: 'he', icon: '/apple-touch-icon.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin).href))
})

async function show(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === address)
  await (open ? open.focus() : self.clients.openWindow(address))
}

// Runs in the page before each file of browser tests.
import '#ui/theme.css'
import { afterEach } from 'vitest'
import { configure } from 'vitest-browser-react/pure'

// As in the app.
configure({ reactStrictMode: true })

const address = location.href

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', address)
})

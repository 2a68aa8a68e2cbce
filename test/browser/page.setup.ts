// Runs in the page before each file of browser tests.
import '#ui/theme.css'
import React from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach } from 'vitest'

// The production build has no `act`, which the library calls to render. With this one, render() resolves once the DOM
// is updated and effects have run.
Object.assign(React, {
  async act(work: () => Promise<void>) {
    let working: Promise<void> | undefined
    flushSync(() => void (working = work()))
    await working
  },
})

const address = location.href

// Every page sets it before the first paint. Without it the app treats the text as enlarged, and messages overlap the top bar.
beforeEach(() => document.documentElement.style.setProperty('--a11y-font-scale', '1'))

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', address)
})

import { existsSync } from 'node:fs'

/** Playwright's own list, which our switch replaces as a whole, plus the popups of an address bar that tests never show. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // Each new page otherwise starts two more processes: a third of the time of a test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

const shell = '/usr/bin/chromium-headless-shell'

/** Launch options for screenshots: the system's Chromium, because the browsers of the npm package are never downloaded. */
export const wholeChromium = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}

/**
 * Launch options for other tests: the headless shell, where that package is installed, which uses a quarter less CPU. It positions glyphs
 * differently by fractions of a pixel.
 */
export const chromium = {
  ...wholeChromium,
  executablePath: process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : wholeChromium.executablePath),
}

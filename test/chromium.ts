import { existsSync } from 'node:fs'

/** Playwright's own list, which a switch of ours replaces as a whole; then the popups of an address bar that no test sees. */
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

/** How pictures start Chromium: the system's, because the browsers of the npm package are never downloaded. */
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

/** How other tests start it: without windows, where that package is installed, which takes a quarter less of the processor. It places letters differently by fractions of a pixel. */
export const chromium = {
  ...wholeChromium,
  executablePath: process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : wholeChromium.executablePath),
}

// Short device names from user agent strings.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const machines: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const first = (patterns: [RegExp, string][], userAgent: string) => patterns.find(([sign]) => sign.test(userAgent))?.[1]

/** Empty for an unknown user agent. */
export const deviceOf = (userAgent: string) =>
  [first(browsers, userAgent), first(machines, userAgent)].filter((word) => word !== undefined).join(', ')

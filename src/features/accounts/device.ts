// What a browser says of itself, in a few words that a person recognises.
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

const first = (words: [RegExp, string][], userAgent: string) => words.find(([sign]) => sign.test(userAgent))?.[1]

/** Empty when nothing is recognised. */
export const deviceOf = (userAgent: string) =>
  [first(browsers, userAgent), first(machines, userAgent)].filter((word) => word !== undefined).join(', ')

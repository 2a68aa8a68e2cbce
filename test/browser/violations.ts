import axe from 'axe-core'

/** Violations of accessibility rules, each with its first element. Measured without animations: half-faded text has half its contrast. */
export async function violationsOf(target: axe.ElementContext = document.body): Promise<string[]> {
  const still = new CSSStyleSheet()
  still.replaceSync(
    '*, *::before, *::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important }',
  )
  document.adoptedStyleSheets.push(still)
  try {
    const { violations } = await axe.run(target, { rules: { region: { enabled: false } } })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  }
}

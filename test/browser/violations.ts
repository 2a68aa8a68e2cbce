import axe from 'axe-core'

const isMoving = ({ playState, effect }: Animation) =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity

/**
 * Violations of accessibility rules, each with its first element. Measured after animations finish: half-faded text has half its contrast.
 */
export async function violationsOf(target: axe.ElementContext = document.body): Promise<string[]> {
  for (let moving = document.getAnimations().filter(isMoving); moving.length > 0;) {
    await Promise.all(moving.map(({ finished }) => finished.catch(() => {})))
    moving = document.getAnimations().filter(isMoving)
  }
  const { violations } = await axe.run(target, { rules: { region: { enabled: false } } })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

import './stage-dot.css'

/** The little square before a stage's name. `color` is one of the six data colours, 'stage-1' to 'stage-6'. */
export const StageDot = ({ color }: { color: string }) => <span className={`stage-dot stage-dot--${color}`} />

import './stage-dot.css'

/** The coloured square before a stage name. `color` is one of the six data colours, 'stage-1' to 'stage-6'. */
export const StageDot = ({ color }: { color: string }) => <span className={`stage-dot stage-dot--${color}`} />

import { Island as LaunchTime } from '#features/launches/launch-time.island.tsx'
import { Island as IslandFrame } from '#ui/island.tsx'

/** The same time in the time zone of a visitor abroad. */
export const VisitorTime = ({ at }: { at: string }) => (
  <IslandFrame name="launch-time" props={{ at }} wakes>
    <LaunchTime at={at} />
  </IslandFrame>
)

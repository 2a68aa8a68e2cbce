import { formatLongDate } from '#lib/time/dates.ts'

/** Renders a long date: יום שישי, 20 בנובמבר 2026. */
export const LongDate = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDate(at)}</time>

// The appointment list: its filter in the URL, and the input of its export.
import { z } from '#lib/schema.ts'
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'

/** Tabs of the list with their labels. */
export const tabLabels = {
  ahead: 'קרובות',
  undecided: 'מחכות לאישור',
  past: 'שהיו',
  no_show: 'לא התקיימו',
  ended: 'בוטלו או נדחו',
  all: 'הכול',
} as const
export type AppointmentTab = keyof typeof tabLabels

/** The filter argument of `filtered_appointments`; a missing key matches everything. */
export const AppointmentFilter = z.object({
  shown: z.enum(Object.keys(tabLabels) as [AppointmentTab, ...AppointmentTab[]]),
  query: z.string().max(200).optional(),
  hosts: z.array(z.uuid()).max(100).optional(),
  types: z.array(z.uuid()).max(100).optional(),
  from_day: z.iso.date().optional(),
  until_day: z.iso.date().optional(),
})
export type AppointmentFilter = z.infer<typeof AppointmentFilter>

/** Input of export-appointments. */
export const ExportAppointments = z.object({ format: z.enum(sheetFormats), filter: AppointmentFilter })
export type ExportAppointments = z.input<typeof ExportAppointments>

/** The values of one parameter, comma-separated. */
export const selectedValues = (params: URLSearchParams, name: string): string[] =>
  (params.get(name) ?? '').split(',').filter((one) => z.uuid().safeParse(one).success)

/** Parses the filter from the URL. Unknown values are ignored. */
export function filterOf(params: URLSearchParams): AppointmentFilter {
  const shownParam = params.get('shown') ?? ''
  const day = (name: string) => z.iso.date().safeParse(params.get(name)).data
  const [hosts, types, query] = [
    selectedValues(params, 'host'),
    selectedValues(params, 'type'),
    params.get('q')?.trim(),
  ]
  const [from, until] = [day('from'), day('until')]
  return {
    shown: Object.hasOwn(tabLabels, shownParam) ? (shownParam as AppointmentTab) : 'ahead',
    ...(query && { query: query.slice(0, 200) }),
    ...(hosts.length > 0 && { hosts }),
    ...(types.length > 0 && { types }),
    ...(from && { from_day: from }),
    ...(until && { until_day: until }),
  }
}

/** Upcoming appointments are sorted ascending, past ones descending. */
export const isAscending = ({ shown }: AppointmentFilter) => shown === 'ahead' || shown === 'undecided'

import type { TeamMember } from '#features/team/team.ts'
import { count } from '#lib/hebrew/count.ts'

const labels = {
  contacts: (n: number) => count(n, { one: 'איש קשר אחד', two: 'שני אנשי קשר', other: '# אנשי קשר' }),
  processes: (n: number) =>
    count(n, { one: 'תהליך ליווי פתוח אחד', two: 'שני תהליכי ליווי פתוחים', other: '# תהליכי ליווי פתוחים' }),
  opportunities: (n: number) =>
    count(n, { one: 'הזדמנות פתוחה אחת', two: 'שתי הזדמנויות פתוחות', other: '# הזדמנויות פתוחות' }),
  tasks: (n: number) => count(n, { one: 'משימה פתוחה אחת', two: 'שתי משימות פתוחות', other: '# משימות פתוחות' }),
  meetings: (n: number) => count(n, { one: 'פגישה אחת ביומן', two: 'שתי פגישות ביומן', other: '# פגישות ביומן' }),
}
type Workload = Partial<Pick<TeamMember, keyof typeof labels>>

/** A member's open work, a phrase per non-empty kind. */
export const workloadText = (load: Workload): string[] =>
  (Object.keys(labels) as (keyof typeof labels)[]).flatMap((kind) => (load[kind] ? [labels[kind](load[kind])] : []))

/** Upcoming appointments, which a handover does not reassign. */
export const meetingsLeftText = (meetings: number): string =>
  count(meetings, {
    one: 'פגישה אחת שנקבעה קדימה נשארת ביומן שלהם. אפשר להעביר אותה מתוך היומן',
    two: 'שתי פגישות שנקבעו קדימה נשארות ביומן שלהם. אפשר להעביר אותן מתוך היומן',
    other: '# פגישות שנקבעו קדימה נשארות ביומן שלהם. אפשר להעביר אותן מתוך היומן',
  })

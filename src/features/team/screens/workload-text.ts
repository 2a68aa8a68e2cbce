import type { TeamMember } from '#features/team/team.ts'
import { count } from '#lib/hebrew/count.ts'

type Workload = Pick<TeamMember, 'contacts' | 'opportunities' | 'tasks'>

const words = {
  contacts: (n: number) => count(n, { one: 'איש קשר אחד', two: 'שני אנשי קשר', other: '# אנשי קשר' }),
  opportunities: (n: number) =>
    count(n, { one: 'הזדמנות פתוחה אחת', two: 'שתי הזדמנויות פתוחות', other: '# הזדמנויות פתוחות' }),
  tasks: (n: number) => count(n, { one: 'משימה פתוחה אחת', two: 'שתי משימות פתוחות', other: '# משימות פתוחות' }),
}

/** A member's open work, a phrase per non-empty kind. */
export const workloadText = (load: Workload): string[] =>
  (['contacts', 'opportunities', 'tasks'] as const).flatMap((kind) => (load[kind] > 0 ? [words[kind](load[kind])] : []))

import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type ShownMember, useAskForSecondFactor, useTeamRules } from '#features/team/team.data.ts'
import { refusals } from '#features/team/team.ts'
import { count } from '#lib/hebrew/count.ts'
import { OptionCard, OptionCards } from '#ui/forms/option-card.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

/** Whether staff are required to have a second factor. Owners set it; others see it. */
export function SecondFactorCard({ members }: { members: readonly ShownMember[] }) {
  const { data: rules } = useTeamRules()
  const ask = useAskForSecondFactor()
  const isOwner = useOwnRoles().includes('owner')
  if (!rules) return null
  const isAsked = ask.isPending ? ask.variables : rules.second_factor_required
  const without = members.filter(({ has_second_factor: has }) => !has).length
  return (
    <OptionCards>
      <OptionCard
        icon={ShieldCheck}
        title="אימות דו־שלבי לכל הצוות"
        text={
          isAsked
            ? 'הצוות נכנס רק עם קוד מאפליקציית אימות. בלעדיה אין גישה לשום פרט.'
            : 'סיסמה שנגנבה לא תספיק כדי להיכנס: מכל מי שבצוות יתבקש גם קוד מהטלפון.'
        }
      >
        {isOwner ? (
          <Switch
            name="second-factor"
            label="לבקש מכולם"
            hint={hintOf(without, isAsked)}
            checked={isAsked}
            onChange={({ target }) =>
              ask.mutate(target.checked, {
                onSuccess: (_, on) =>
                  void toast.success(
                    on ? 'מעכשיו כל הצוות נכנס עם אימות דו־שלבי' : 'אימות דו־שלבי הוא שוב לבחירת כל אחד',
                  ),
                onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבחירה לא נשמרה' }),
              })
            }
          />
        ) : (
          <p className="option__row">
            {isAsked ? 'מופעל. אפשר לשנות בחשבון בעלות.' : 'כבוי. אפשר להפעיל בחשבון בעלות.'}
          </p>
        )}
        {isOwner && !isAsked && (
          <p className="settings__note">
            קודם מוסיפים אפליקציה לחשבון שלכם, <Link to="?tab=security">באבטחה</Link>.
          </p>
        )}
      </OptionCard>
    </OptionCards>
  )
}

const hintOf = (without: number, isAsked: boolean) =>
  count(without, {
    zero: 'לכולם כבר יש אפליקציה',
    one: isAsked ? 'חשבון אחד עוד בלי אפליקציה, ולא יכול להיכנס' : 'חשבון אחד עוד בלי אפליקציה',
    two: isAsked ? 'שני חשבונות עוד בלי אפליקציה, ולא יכולים להיכנס' : 'שני חשבונות עוד בלי אפליקציה',
    other: isAsked ? '# חשבונות עוד בלי אפליקציה, ולא יכולים להיכנס' : '# חשבונות עוד בלי אפליקציה',
  })

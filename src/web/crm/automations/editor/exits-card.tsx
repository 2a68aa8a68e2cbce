// Exit conditions of a run. Always visible, and on by default.
import { exitRuleLabels } from '#features/automations/describe.ts'
import { type Definition, exitRules } from '#features/automations/engine/definition.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Switch } from '#ui/forms/switch.tsx'

type Props = { exits: Definition['exits']; onChange: (exits: Definition['exits']) => void }

export const ExitsCard = ({ exits, onChange }: Props) => (
  <SettingsCard title="מי יוצא לפני הסוף" text="מה שמסומן מפסיק את הכול מיד, בכל צעד.">
    <div className="automation__exits">
      {exitRules.map((rule) => (
        <Switch
          key={rule}
          label={exitRuleLabels[rule]}
          checked={exits[rule]}
          onChange={({ target }) => onChange({ ...exits, [rule]: target.checked })}
        />
      ))}
    </div>
  </SettingsCard>
)

// Automation recipes: each can be simulated before it becomes a draft.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useOpenRecipe, useSimulation } from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { type Names, outline } from '#features/automations/describe.ts'
import { type Recipe, recipes } from '#features/automations/recipes.ts'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { Answer } from './editor/simulation-card.tsx'

type Props = { open: boolean; names: Names; onClose: () => void }

export const RecipesDialog = ({ open, names, onClose }: Props) => (
  <Dialog
    wide
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title="מתכונים מוכנים"
    text="כל מתכון נפתח כטיוטה כבויה, ואפשר לשנות בו הכול לפני הפרסום."
  >
    <DialogBody>
      <div className="automation__form">
        {recipes.map((recipe) => (
          <RecipeRow key={recipe.key} recipe={recipe} names={names} />
        ))}
      </div>
    </DialogBody>
  </Dialog>
)

function RecipeRow({ recipe, names }: { recipe: Recipe; names: Names }) {
  const { name, text, definition, templates = [] } = recipe
  const open = useOpenRecipe()
  const simulation = useSimulation()
  const navigate = useNavigate()
  // A recipe has no automation id yet.
  const [previewId] = useState(() => crypto.randomUUID())
  // The templates of the recipe do not exist yet.
  const namesWithTemplates: Names = {
    ...names,
    template: (id) => names.template(id) ?? templates.find((template) => template.id === id)?.name,
  }
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  return (
    <section className="automation__form automation__recipe" aria-label={name}>
      <div>
        <h3>{name}</h3>
        <p className="automation__note">{text}</p>
      </div>
      <Disclosure title="הצעדים">
        <p className="automation__diff">{outline(definition, namesWithTemplates)}</p>
      </Disclosure>
      <div className="settings__end">
        <Button
          size="sm"
          busy={open.isPending}
          onClick={() =>
            open.mutate(recipe, {
              onSuccess: ({ id, kind }) =>
                void navigate(kind === 'sequence' ? `/crm/email/sequences/${id}` : `/crm/automations/${id}`),
              onError: failed,
            })
          }
        >
          פתיחה כטיוטה
        </Button>
        <Button
          size="sm"
          look="ghost"
          busy={simulation.isPending}
          aria-label={`מה היה קורה בחודש האחרון: ${name}`}
          onClick={() => simulation.mutate({ id: previewId, definition }, { onError: failed })}
        >
          מה היה קורה בחודש האחרון
        </Button>
      </div>
      {simulation.data && <Answer answer={simulation.data} steps={definition.steps} names={namesWithTemplates} />}
    </section>
  )
}

import { useMemo } from 'react'
import { useForms } from '#features/forms/forms.data.ts'
import { useOffers } from '#features/products/products.data.ts'
import type { Choices } from '#platform/pages/block-form/choices.ts'

/** Names of published forms and visible products, for the fields that contain their public ids. */
export function useChoices(): Choices {
  const { data: forms } = useForms()
  const { data: offers } = useOffers()
  return useMemo(
    () => ({
      forms: new Map<string, string>(
        forms?.flatMap(({ public_id: id, title, status }) => (status === 'published' ? [[id, title]] : [])),
      ),
      products: new Map<string, string>(offers?.map(({ slug, name }) => [slug, name])),
    }),
    [forms, offers],
  )
}

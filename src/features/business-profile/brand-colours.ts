import { useEffect } from 'react'
import { brandVariables } from './brand.ts'

/** Puts the business's three seeds on the root element for as long as the component is shown; the stylesheet derives the rest. */
export function useBrandColours(colours: Parameters<typeof brandVariables>[0]) {
  useEffect(() => {
    const { style } = document.documentElement
    const variables = Object.entries(brandVariables(colours))
    for (const [variable, colour] of variables) style.setProperty(variable, colour)
    return () => {
      for (const [variable] of variables) style.removeProperty(variable)
    }
  }, [colours])
}

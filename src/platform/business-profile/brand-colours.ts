import { useEffect } from 'react'
import { brandVariables } from './brand.ts'

/** Sets the three brand colours on the root element while the component is mounted; the stylesheet derives the rest. */
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

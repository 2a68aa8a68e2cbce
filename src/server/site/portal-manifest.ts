// The web app manifest of the client portal: installed, it carries the name and the colours of the business.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { portalManifestPath } from '#features/portal/portal.ts'
import { appIconPath, appIconSides, brandVersion, themeColour } from './brand.ts'

export function mountPortalManifest(app: FastifyInstance, readBusiness: () => Promise<PublicBusinessProfile>) {
  app.get(portalManifestPath, async (request, reply) => {
    const body = JSON.stringify(manifestOf(await readBusiness()))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
    reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/manifest+json; charset=utf-8').send(body)
  })
}

function manifestOf(business: PublicBusinessProfile) {
  const version = brandVersion(business)
  return {
    id: '/client-portal',
    start_url: '/client-portal',
    // The scope is a prefix: sign-in and invitation open inside the installed app, too.
    scope: '/client-',
    name: `${business.business_name} | האזור האישי`,
    short_name: business.business_name,
    lang: 'he',
    dir: 'rtl',
    display: 'standalone',
    theme_color: themeColour(business),
    background_color: '#ffffff',
    icons: [
      { src: `/favicon.svg?v=${version}`, sizes: 'any', type: 'image/svg+xml' },
      ...appIconSides.flatMap((side) =>
        ['any', 'maskable'].map((purpose) => ({
          src: `${appIconPath(side)}?v=${version}`,
          sizes: `${side}x${side}`,
          type: 'image/png',
          purpose,
        })),
      ),
    ],
  }
}

import { defineCall, field, z } from '@bolsillo/contract'
import { viewReasons } from '../domain/file-rules.ts'
import { picture, fileRejections as r } from './index.ts'

// All that staff can do here: view one picture of one case, with a reason.

export const viewFile = defineCall({
  name: 'view-file',
  power: {
    'es-ES': 'Ver una foto que subiste, con marca de agua y un caso; queda en tu registro',
    'en-US': 'See a picture you uploaded, watermarked, for a case; it is recorded in your log',
    'pt-BR': 'Ver uma foto que você enviou, com marca d’água e um caso; fica no seu registro',
  },
  method: 'POST',
  path: '/files/view',
  audience: 'operator',
  /** Each purpose names fewer; see `purposeViewers`. */
  roles: ['compliance', 'treasury', 'support', 'admin'],
  needs: [],
  request: z.object({
    fileId: field.id('fil'),
    /** The case the picture belongs to: `kyc_…`, `dep_…`, `cnv_…`. */
    caseId: field.text(5, 40),
    reason: field.oneOf(viewReasons),
  }),
  /** With the viewer's name and the time drawn all over it. */
  reply: picture,
  rejections: [r.fileUnknown, r.viewsTooMany],
  summary: 'A customer’s picture, for a case it belongs to. The view is written into the customer’s own log.',
  effect: 'read',
  limit: { times: 120, perMs: 3_600_000 },
})

export const operatorCalls = [viewFile] as const

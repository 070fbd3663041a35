import { samplePicture } from '@bolsillo/files/server'
import { assert, type Id, isRejection } from '@bolsillo/kernel'
import { type DemoCustomers, transaction } from '@bolsillo/server-kit'
import type { KycDeps } from './deps.ts'
import { verify } from './operator/decide-identity.ts'
import { readPapers } from './operator/read-cases.ts'
import { submit } from './submit-papers.ts'

// Nobody's papers: the CURP is the one of the standard's own example, the pictures say that they are for practice.
const papers = {
  country: 'MX',
  certificate: 'id-card',
  name: 'Wenceslao Boro',
  birthDate: '1931-08-20',
  number: 'PRACTICA000001',
  expiry: '2035-12-31',
  curp: 'BOXW310820HNERXN09',
} as const

/**
 * The first customer of the demo sends papers, and one of its staff reviews them: opens the case, opens every picture, and
 * verifies, by the functions and with the checks and records of anybody's. The second one can try the same.
 */
export function seedDemo(deps: KycDeps) {
  return async ({ customerIds: [customerId], operators }: DemoCustomers): Promise<void> => {
    assert(customerId !== undefined, 'the demo has a customer')
    const reviewer = operators.findLast(({ roles }) => roles.includes('compliance'))
    assert(reviewer !== undefined, 'somebody of the demo reviews papers')
    const { clock, sql, ids } = deps.services
    const front = await upload(deps, customerId, {
      title: 'Práctica',
      lines: ['WENCESLAO BORO', papers.curp, 'SIN VALOR'],
      face: true,
    })
    const back = await upload(deps, customerId, { title: 'Reverso', lines: [papers.number, 'SIN VALOR'] })
    const caseId = await transaction(sql, (tx) =>
      submit(deps, tx, { customerId, texts: { ...papers, front, back }, now: clock.now() }),
    )
    assert(!isRejection(caseId), 'the papers of the demo are in order')
    const operator = { ...reviewer, sessionId: ids.next('ses') }
    const context = { db: sql, now: clock.now(), operator }
    assert(!isRejection(await readPapers(deps, { caseId }, context)), 'whoever reviews may read the case')
    for (const fileId of [front, back]) {
      const refused = await deps.files.openForCase({ fileId, caseId, reason: 'review' }, context)
      assert(refused === undefined, 'whoever reviews may open its pictures')
    }
    const verified = await transaction(sql, (tx) =>
      verify(deps, { caseId, reason: undefined }, { tx, now: clock.now(), operator }),
    )
    assert(
      !isRejection(verified) && verified.state === 'succ',
      'papers that were looked at and are nobody else’s are verified',
    )
  }
}

async function upload(
  { files }: KycDeps,
  customerId: Id<'cus'>,
  drawing: Parameters<typeof samplePicture>[0],
): Promise<Id<'fil'>> {
  const bytes = await samplePicture(drawing)
  const fileId = await files.keep({ customerId, purpose: 'identity', file: { name: 'practica.jpg', bytes } })
  assert(!isRejection(fileId), 'the pictures of the demo are in order')
  return fileId
}

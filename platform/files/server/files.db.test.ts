import { createAudit } from '@bolsillo/audit/server'
import { type Id, idOf, isRejection } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { createSettings } from '@bolsillo/settings/server'
import { type TestAnswer, type TestApp, testApp, testCustomer, testOperator } from '@bolsillo/test-kit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilePurpose, fileSettings } from '../domain/index.ts'
import { removeUnused } from './file-store.ts'
import { createFiles, type Files, samplePicture } from './index.ts'

const [one, other, many] = [testCustomer(1), testCustomer(3), testCustomer(2, 1)]
const officer = testOperator(1, ['compliance'])
const cashier = testOperator(2, ['treasury'])
const busy = testOperator(3, ['compliance'])
const auditor = testOperator(4, ['auditor'])

let app: TestApp
let files: Files
let photo: Buffer
beforeAll(async () => {
  photo = await samplePicture({ title: 'Práctica', lines: ['MARIA LOPEZ'], face: true })
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { settings } = createSettings({ services, audit, declared: Object.values(fileSettings) })
      const made = createFiles({
        services,
        settings,
        audit,
        namesOf: async (_, ids) => new Map(ids.map((id) => [id, `Ana ${id.slice(-1)}`])),
      })
      files = made.files
      return [auditRoom, made.room]
    },
    sessions: {
      find: async (token) => [one, other, many].find((session) => session.token === token),
      live: async () => new Set(),
    },
    operators: {
      find: async (token) => [officer, cashier, busy, auditor].find((session) => session.token === token),
    },
  })
  for (const [place, { customerId }] of [one, other, many].entries()) {
    await app.database.owner`
      insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
        privacy_agreed_at, created_at)
      values (${customerId}, ${10_000_000 + place}, ${`+5255555501${place}0`}, '', 'es-ES', ${`I${place}`}, 0, 0, 0)`
  }
})
afterAll(async () => {
  await app.close()
})

async function upload(
  content: Uint8Array,
  {
    name = 'foto.jpg',
    purpose = 'identity',
    token = one.token,
  }: { name?: string; purpose?: string; token?: string } = {},
): Promise<TestAnswer> {
  const body = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`),
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return await app.ask({ method: 'POST', path: '/ipcf-api/common/upload', token, body, headers })
}
const idIn = (answer: TestAnswer): Id<'fil'> => idOf('fil', (answer.json.data as { fileId: string }).fileId)
const own = (fileId: string, token = one.token) => app.ask({ path: `/ipcf-api/common/file?fileId=${fileId}`, token })
const view = (fileId: string, caseId: string, token = officer.token, reason = 'review') =>
  app.ask({ method: 'POST', path: '/console-api/files/view', token, body: { fileId, caseId, reason } })
const jpegIn = (answer: TestAnswer): Buffer => Buffer.from((answer.json.data as { jpeg: string }).jpeg, 'base64')
const use = (fileId: Id<'fil'>, caseId: string, customerId = one.customerId, purpose: FilePurpose = 'identity') =>
  transaction(app.database.sql, (tx) =>
    files.use(tx, { fileId, customerId, purpose, caseId, field: 'front', now: app.services.clock.now() }),
  )
const rows = async (): Promise<number> => (await app.database.owner`select 1 from stored_file`).length

describe('an upload', () => {
  it('is made anew: what the camera wrote beside the picture is gone', async () => {
    const withPlace = await sharp(photo)
      .withExif({
        IFD0: { Artist: '<script>alert(1)</script>', Copyright: 'secret-owner' },
        IFD3: { GPSLatitude: '19/1 25/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer()
    expect(withPlace.includes('secret-owner')).toBe(true)
    const answer = await upload(Buffer.concat([withPlace, Buffer.from('<html><script>alert(2)</script>')]))
    expect(answer.json.code).toBe(0)
    const kept = jpegIn(await own(idIn(answer)))
    expect(kept.toString('latin1')).not.toMatch(/script|secret-owner|Exif/)
    const head = await sharp(kept).metadata()
    expect([head.format, head.width, head.exif]).toEqual(['jpeg', 1200, undefined])
  })

  it('is upright, and no larger than the view of it', async () => {
    const sideways = await sharp(await samplePicture({ title: 'X', lines: [], width: 5000 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const answer = await upload(sideways)
    expect(answer.json.data).toMatchObject({ height: 2400, width: 1520 })
  })

  it.each(['jpeg', 'png', 'webp'] as const)('may be %s', async (format) => {
    const answer = await upload(await samplePicture({ title: 'X', lines: [], format }), { token: other.token })
    expect(answer.json.code).toBe(0)
  })

  it('is on disk only in cipher, with a key nobody finds beside it', async () => {
    const [row] = await app.database.owner`select wrapped_key, body from stored_file_body limit 1`
    expect(Buffer.from(row?.body).subarray(0, 4)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    expect(Buffer.from(row?.body).includes('JFIF')).toBe(false)
    expect(row?.wrapped_key.length).toBe(1 + 12 + 16 + 32)
  })

  it('opens for nobody it was moved to in the database', async () => {
    const fileId = idIn(await upload(photo, { token: other.token }))
    await app.database.owner`update stored_file set customer_id = ${one.customerId} where id = ${fileId}`
    expect((await own(fileId)).status).toBe(500)
    await app.database.owner`delete from stored_file where id = ${fileId}`
  })
})

describe('a file that is no honest picture', () => {
  const huge = (): Buffer => {
    // A PNG whose head says 60,000 × 60,000: unpacked it would take 14 GB.
    const bytes = Buffer.from(
      '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082',
      'hex',
    )
    bytes.writeUInt32BE(60_000, 16)
    bytes.writeUInt32BE(60_000, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
    return bytes
  }
  const frames = async (): Promise<Buffer> => {
    const raw = { raw: { width: 220, height: 220 * 3, channels: 3 as const, pageHeight: 220 } }
    return await sharp(
      Buffer.alloc(220 * 220 * 3 * 3).map((_, at) => Math.floor(at / (220 * 220 * 3)) * 90),
      raw,
    )
      .webp({ loop: 0, delay: [50, 50, 50] })
      .toBuffer()
  }
  const cases: ReadonlyArray<readonly [string, () => Promise<Buffer> | Buffer, number, string?]> = [
    ['0 bytes', () => Buffer.alloc(0), 19_001],
    ['a JPEG head before HTML', () => Buffer.from('\xff\xd8\xff\xe0<html><script>alert(1)</script>', 'latin1'), 19_009],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 19_005],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), 19_003],
    ['PDF behind junk', () => Buffer.from('\n\n%PDF-1.4\napp.alert(1)'), 19_003],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 19_004],
    ['a program', () => Buffer.from('MZ\x90\0', 'latin1'), 19_005],
    ['EICAR', () => Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), 19_005],
    ['a GIF of 10,000 frames', () => Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(10_000)]), 19_005],
    ['a WebP that moves', frames, 19_008],
    ['60,000 × 60,000 points', huge, 19_006],
    [
      '50 × 50 points',
      () =>
        sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      19_007,
    ],
    ['half a JPEG', () => photo.subarray(0, photo.length / 2), 19_009],
    ['a double ending', () => photo, 19_002, 'a.jpg.exe'],
    ['a program’s ending before a picture’s', () => photo, 19_002, 'a.php.jpg'],
    ['an escaped NUL', () => photo, 19_002, 'a.jpg%00.exe'],
    ['a path', () => photo, 19_002, '../../etc/passwd.jpg'],
    ['a name of 4 kB', () => photo, 19_002, `${'a'.repeat(4096)}.jpg`],
    ['a name that reads backwards', () => photo, 19_002, 'a\u202egpj.jpg'],
    ['one byte over the limit', () => Buffer.concat([photo, Buffer.alloc(8 * 1024 * 1024 + 1 - photo.length)]), 10_008],
  ]
  it.each(cases.map(([what, make, code, name = 'foto.jpg']) => [what, make, code, name] as const))(
    'is refused with its field: %s',
    async (_, make, code, name) => {
      const before = await rows()
      const answer = await upload(await make(), { name, token: many.token })
      expect([answer.json.code, (answer.json.data as { field: string }).field]).toEqual([code, 'file'])
      expect(answer.status).toBeLessThan(500)
      expect(await rows()).toBe(before)
    },
  )
})

describe('a file', () => {
  it('is its owner’s: for everybody else it does not exist', async () => {
    const fileId = idIn(await upload(photo))
    const foreign = await own(fileId, other.token)
    const missing = await own('fil_00000000000000000000000000', other.token)
    expect(foreign.body).toBe(missing.body)
    expect(isRejection(await use(fileId, 'kyc_1', other.customerId))).toBe(true)
    expect(isRejection(await use(fileId, 'kyc_1', one.customerId, 'support'))).toBe(true)
  })

  it('is used once, by one of fifty cases that want it at the same time', async () => {
    const fileId = idIn(await upload(photo))
    // A pool opens its connections one by one: without this the first would be done before the second can begin.
    await Promise.all(Array.from({ length: 4 }, () => app.database.sql`select pg_sleep(0.1)`))
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, number) => use(fileId, `kyc_${number}`)))
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1)
    expect(await app.database.owner`select case_id from stored_file_use where file_id = ${fileId}`).toHaveLength(1)
  })

  it('is removed when nobody used it within a day, and never after it was used', async () => {
    const [unused, used] = [idIn(await upload(photo)), idIn(await upload(photo))]
    await use(used, 'kyc_kept')
    await removeUnused(app.database.sql, app.services.clock.now())
    expect((await own(unused)).json.code).toBe(0)
    app.services.clock.advanceMs(25 * 3_600_000)
    await removeUnused(app.database.sql, app.services.clock.now())
    expect((await own(unused)).json.code).toBe(19_020)
    expect((await own(used)).json.code).toBe(0)
    await expect(app.database.sql`delete from stored_file where id = ${used}`).rejects.toThrow(/stored_file_use/)
  })

  it('counts: of thirty uploads at once no more are kept than one customer may have for a purpose', async () => {
    // As the application's clock goes on, the hourly limit of the call would refuse first: so by the port.
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        files.keep({ customerId: many.customerId, purpose: 'support', file: { name: 'a.jpg', bytes: photo } }),
      ),
    )
    expect(outcomes.filter((outcome) => !isRejection(outcome))).toHaveLength(20)
    const refused = await upload(photo, { token: many.token, purpose: 'support' })
    expect(refused.json.code).toBe(19_010)
    expect(refused.json.msg).toContain('20')
    // What support was shown keeps nobody from proving who they are.
    expect((await upload(photo, { token: many.token })).json.code).toBe(0)
  })
})

describe('a look of staff', () => {
  it('needs the case the picture belongs to, a reason of the list, and a role of its purpose', async () => {
    const fileId = idIn(await upload(photo, { token: other.token }))
    expect((await view(fileId, 'kyc_seen')).json.code).toBe(19_020)
    await use(fileId, 'kyc_seen', other.customerId)
    expect((await view(fileId, 'kyc_other')).json.code).toBe(19_020)
    expect((await view(fileId, 'kyc_seen', cashier.token)).json.code).toBe(19_020)
    expect((await view(fileId, 'kyc_seen', auditor.token)).json.code).toBe(10_047)
    expect((await view(fileId, 'kyc_seen', officer.token, 'curiosity')).json.code).toBe(10_005)
    expect((await view(fileId, 'kyc_seen')).json.code).toBe(0)
  })

  it('is watermarked with who views it and when, and recorded in the customer’s own log', async () => {
    const fileId = idIn(await upload(photo, { token: other.token }))
    await use(fileId, 'kyc_marked', other.customerId)
    const shown = await view(fileId, 'kyc_marked')
    const [plain, marked] = [jpegIn(await own(fileId, other.token)), jpegIn(shown)]
    const { channels } = await sharp(plain)
      .composite([{ input: marked, blend: 'difference' }])
      .stats()
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(3)
    const log = await app.ask({ path: '/ipcf-api/user/activity', token: other.token })
    const [latest] = (log.json.data as { rows: readonly { action: string; actor: string; details: object }[] }).rows
    expect(latest).toMatchObject({
      action: 'files.view',
      actor: officer.operatorId,
      details: { case: 'kyc_marked', reason: 'review', file: fileId },
    })
  })

  it('is the thirtieth and last of an hour, however many are asked for at once', async () => {
    const small = await samplePicture({ title: 'X', lines: [], width: 330 })
    const fileId = idIn(await upload(small, { token: other.token }))
    await use(fileId, 'kyc_much', other.customerId)
    const answers = await Promise.all(Array.from({ length: 40 }, () => view(fileId, 'kyc_much', busy.token)))
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(30)
    expect(answers.filter(({ json }) => json.code === 19_030)).toHaveLength(10)
    const alerts = await app.database.owner`select 1 from audit_entry where action = 'files.view-block'`
    // A refusal of a read leaves its record: the alert is what it is for.
    expect(alerts).toHaveLength(10)
    app.services.clock.advanceMs(3_600_001)
    expect((await view(fileId, 'kyc_much', busy.token)).json.code).toBe(0)
  })
})

/** The checksum of a PNG's chunk. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc % 2 === 0 ? 0 : 0xedb88320)
  }
  return (crc ^ 0xffffffff) >>> 0
}

import { createHash } from 'node:crypto'
import { samplePicture } from '@bolsillo/files/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { supportSettings, transcriptText } from '../domain/index.ts'
import { messages as es } from '../messages/es-ES.ts'
import {
  aliciaAdmin,
  anaSupport,
  carlosCompliance,
  dataOf,
  joana,
  maria,
  openSupportStand,
  refusalOf,
  rogelioRestricted,
  type SupportStand,
  teresaTreasury,
} from './testing/support-stand.ts'

let stand: SupportStand
let photo: Buffer
beforeAll(async () => {
  photo = await samplePicture({ title: 'Captura', lines: ['ORDEN 4471'], width: 600 })
  stand = await openSupportStand()
})
afterAll(() => stand?.app.close())

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const uploaded = async (who: { token: string } = maria, purpose = 'support'): Promise<string> =>
  dataOf(await stand.upload(who, photo, { purpose })).fileId
const own = async (who: { token: string }, fileId: string): Promise<Buffer> => {
  const answer = await stand.app.ask({ path: `/ipcf-api/common/file?fileId=${fileId}`, token: who.token })
  return Buffer.from(dataOf(answer).jpeg ?? '', 'base64')
}
const look = (who: { token: string }, fileId: string, caseId: string) =>
  stand.staff('/files/view', who, { fileId, caseId, reason: 'review' })
const linesOf = async (who: { token: string }, id: string) => dataOf(await stand.read(who, id)).lines
const attached = async (): Promise<number> => (await stand.app.database.owner`select 1 from support_attachment`).length
/** Takes an upload nobody used away. */
const free = async (fileId: string): Promise<void> => {
  await stand.app.database.owner`delete from stored_file where id = ${fileId}`
}

describe('pictures of a message', () => {
  it('are in their order, each with its name, size and hash, and open for their owner again', async () => {
    const [one, two] = [await uploaded(), await uploaded()]
    const id = await stand.opened(maria, { picture1: one, picture2: two })
    const [line] = await linesOf(maria, id)
    expect(line.pictures.map(({ fileId }: { fileId: string }) => fileId)).toEqual([one, two])
    expect(line.pictures[1].name).toBe(`${id.slice(-6).toLowerCase()}-1-2.jpg`)
    const jpeg = await own(maria, one)
    expect(line.pictures[0]).toMatchObject({ bytes: jpeg.length, hash: sha256(jpeg) })
    expect((await own(joana, one)).length).toBe(0)
    await stand.closed(id)
  })

  it('are named by their hashes in the record of the line, and nothing else is', async () => {
    const [one, two] = [await uploaded(), await uploaded()]
    const id = await stand.opened(maria, { picture1: one, picture2: two })
    const [line] = await linesOf(maria, id)
    const [record] = (await stand.logOf(maria)).filter(({ action }) => action === 'support.write')
    const stored = await stand.app.database.owner<{ hash: string }[]>`
      select encode(sha256(body), 'hex') as hash from stored_file_body join support_attachment using (file_id)
      where conversation_id = ${id} order by place`
    expect(record?.details).toEqual({
      ...{ case: id, number: '1', hash: line.hash },
      pictures: line.pictures.map(({ hash }: { hash: string }) => hash).join(' '),
      storedPictures: stored.map(({ hash }) => hash).join(' '),
    })
    await stand.closed(id)
  })

  it('are in the transcript that the phone makes and the server records', async () => {
    const id = await stand.opened(maria)
    const fileId = await uploaded()
    await stand.post(maria, 'write', { id, text: 'Aquí está la captura', picture1: fileId })
    const { hash } = dataOf(await stand.post(maria, 'transcript', { id }))
    const { conversation, lines } = dataOf(await stand.read(maria, id))
    const text = transcriptText({ ...conversation, topic: es.topics.other }, lines, es.transcript)
    expect(sha256(Buffer.from(text))).toBe(hash)
    const jpeg = await own(maria, fileId)
    expect(text).toContain(`  Foto: ${lines[1].pictures[0].name} · ${jpeg.length} B · SHA-256 ${sha256(jpeg)}`)
    await stand.closed(id)
  })

  it('are attached by a restricted customer as by any other, and by nobody who is not signed in', async () => {
    const fileId = await uploaded(rogelioRestricted)
    const id = await stand.opened(rogelioRestricted, { picture1: fileId })
    expect((await own(rogelioRestricted, fileId)).length).toBeGreaterThan(0)
    expect((await stand.upload({ token: '' }, photo)).status).toBe(401)
    await stand.closed(id)
  })

  it('stay with the conversation: nothing of them is removed with the uploads nobody used', async () => {
    const fileId = await uploaded()
    const id = await stand.opened(maria, { picture1: fileId })
    const remove = stand.app.database.sql`delete from stored_file where id = ${fileId}`
    await expect(remove).rejects.toThrow(/stored_file_use|support_attachment/)
    await stand.closed(id)
  })
})

describe('a picture that is refused', () => {
  it('is somebody else’s, for another purpose, missing, used, or named twice; then nothing of the message is kept', async () => {
    const before = await attached()
    const [mine, theirs, identity] = [await uploaded(), await uploaded(joana), await uploaded(maria, 'identity')]
    const ask = (pictures: Record<string, string>) =>
      stand.post(maria, 'open', { topic: 'other', text: 'Con foto', ...pictures })
    const foreign = await ask({ picture1: theirs })
    expect(dataOf(foreign)).toMatchObject({ rejection: 'file-unknown', field: 'picture1' })
    expect((await ask({ picture1: 'fil_00000000000000000000000000' })).body).toBe(foreign.body)
    expect(dataOf(await ask({ picture1: mine, picture2: identity }))).toMatchObject({ field: 'picture2' })
    expect(dataOf(await ask({ picture1: mine, picture3: mine }))).toMatchObject({
      ...{ rejection: 'file-used', field: 'picture3' },
    })
    expect(await attached()).toBe(before)
    const id = await stand.opened(maria, { picture1: mine })
    const again = await stand.post(maria, 'write', { id, text: 'Otra vez', picture1: mine })
    expect(refusalOf(again)).toBe('file-used')
    expect(await linesOf(maria, id)).toHaveLength(1)
    for (const one of [theirs, identity]) await free(one)
    await stand.closed(id)
  })

  it('is one more than the firm takes', async () => {
    const pictures = { picture1: await uploaded(), picture2: await uploaded() }
    const ask = () => stand.post(maria, 'open', { topic: 'other', text: 'Con foto', ...pictures })
    stand.values.set(supportSettings.picturesPerMessage.key, 1)
    expect(dataOf(await ask())).toMatchObject({ rejection: 'support-pictures', field: 'picture2' })
    stand.values.set(supportSettings.picturesPerMessage.key, 0)
    expect(dataOf(await ask())).toMatchObject({ rejection: 'support-pictures', field: 'picture1' })
    stand.values.delete(supportSettings.picturesPerMessage.key)
    const id = dataOf(await ask()).conversation.id
    await stand.closed(id)
  })

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), 'file-pdf'],
    ['a PDF within a picture’s head', () => Buffer.from('GIF89a%PDF-1.4', 'latin1'), 'file-kind'],
    ['a program', () => Buffer.from('MZ\x90\0', 'latin1'), 'file-kind'],
    ['a page that begins as a JPEG', () => Buffer.from('\xff\xd8\xff\xe0<script>', 'latin1'), 'file-unreadable'],
    ['nothing', () => Buffer.alloc(0), 'file-empty'],
  ])('is %s', async (_, make, rejection) => {
    expect(refusalOf(await stand.upload(maria, await make()))).toBe(rejection)
  })

  it('is more than 8 MiB, by what its bytes are and not what it says', async () => {
    const large = Buffer.concat([photo, Buffer.alloc(8 * 1024 * 1024)])
    expect((await stand.upload(maria, large)).json.code).toBe(10_008)
  })

  it('keeps nothing of what is behind its pixels: a polyglot becomes a plain picture', async () => {
    const polyglot = Buffer.concat([
      await sharp(photo)
        .withExif({ IFD0: { Copyright: 'secret-owner' } })
        .jpeg()
        .toBuffer(),
      Buffer.from('%PDF-1.7 <script>alert(1)</script>PK\u0003\u0004'),
    ])
    const fileId = dataOf(await stand.upload(maria, polyglot)).fileId
    const kept = (await own(maria, fileId)).toString('latin1')
    expect(kept).not.toMatch(/secret-owner|script|%PDF|Exif/)
    await free(fileId)
  })
})

describe('a look of staff at a picture', () => {
  it('is in the customer’s own log, marked with who looks, and for the roles that read conversations', async () => {
    const fileId = await uploaded(joana)
    const id = await stand.opened(joana, { picture1: fileId })
    // Reading the conversation shows that there is one, not the picture.
    const read = await stand.staff('/support/conversation', anaSupport, { id })
    expect(dataOf(read).lines[0].pictures).toHaveLength(1)
    expect(read.body).not.toContain('jpeg')
    for (const who of [anaSupport, carlosCompliance, aliciaAdmin]) {
      const seen = Buffer.from(dataOf(await look(who, fileId, id)).jpeg, 'base64')
      expect(seen.equals(await own(joana, fileId))).toBe(false)
      const [latest] = await stand.logOf(joana)
      expect(latest).toMatchObject({ action: 'files.view', actor: who.operatorId, details: { case: id, file: fileId } })
    }
    expect(refusalOf(await look(teresaTreasury, fileId, id))).toBe('file-unknown')
    await stand.closed(id)
  })

  it('is for its own conversation, and ends 30 days after that was closed', async () => {
    const fileId = await uploaded(joana)
    const id = await stand.opened(joana, { picture1: fileId })
    const other = await stand.opened(joana)
    expect(refusalOf(await look(anaSupport, fileId, other))).toBe('file-unknown')
    for (const one of [id, other]) await stand.closed(one)
    expect((await look(anaSupport, fileId, id)).json.code).toBe(0)
    stand.app.services.clock.advanceMs(31 * 86_400_000)
    expect(refusalOf(await look(anaSupport, fileId, id))).toBe('file-unknown')
  })
})

describe('the database', () => {
  it('changes and removes no attachment, and puts none on a line it does not belong to', async () => {
    const sql = stand.app.database.owner
    const [mine, later] = [await uploaded(), await uploaded()]
    const [identity, theirs] = [await uploaded(maria, 'identity'), await uploaded(joana)]
    const id = await stand.opened(maria, { picture1: mine })
    await expect(sql`update support_attachment set bytes = 1`).rejects.toThrow(/insert-only/)
    await expect(sql`delete from support_attachment`).rejects.toThrow(/insert-only/)
    const put = (no: number, place: number, fileId: string) => sql`
      insert into support_attachment (conversation_id, customer_id, no, place, file_id, bytes, hash, stored_hash)
      values (${id}, ${maria.customerId}, ${no}, ${place}, ${fileId}, 1, ${'0'.repeat(64)}, ${'0'.repeat(64)})`
    await expect(put(1, 2, identity)).rejects.toThrow(/for something else/)
    await expect(put(1, 2, theirs)).rejects.toThrow(/somebody else/)
    await expect(put(1, 3, later)).rejects.toThrow(/out of its order/)
    await stand.staff('/support/take', anaSupport, { id })
    await expect(put(2, 1, later)).rejects.toThrow(/no message of its customer/)
    await expect(put(1, 2, later)).rejects.toThrow(/no message of its customer/)
    for (const one of [later, identity, theirs]) await free(one)
    await stand.closed(id)
  })
})

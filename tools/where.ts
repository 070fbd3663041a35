import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRooms, readSources, roomOf } from './walls/tree.ts'

/**
 * `npm run where -- <path|call|name>`: which room and files a page path, a call or a name lives in.
 * Looks at definitions first (calls, pages, tables, exported names), then at the glossary, then anywhere.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv[2]?.trim() ?? ''
if (wanted === '') {
  console.error(
    'What are you looking for? npm run where -- /stock/order/buy | /pages/stock/order | sellableAt | journal_block',
  )
  process.exit(2)
}

const escaped = wanted.replace(/^\/(?:ipcf|console)-api/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const kinds: ReadonlyArray<readonly [string, RegExp]> = [
  ['defines the path', new RegExp(`\\bpath: '${escaped}'`)],
  ['defines the call or rejection', new RegExp(`(?:\\bname: '${escaped}'|spec\\('${escaped}')`)],
  [
    'exports the name',
    new RegExp(`\\bexport (?:default )?(?:async )?(?:const|function|interface|type|class) ${escaped}\\b`),
  ],
  ['makes the table', new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?${escaped}\\b`, 'i')],
]

const rooms = readRooms(root)
const files = readSources(root).filter((file) => !/\.test\.tsx?$|\.md$/.test(file.path))
let found = 0
for (const [what, shape] of kinds) {
  for (const file of files) {
    const lines = file.text.split('\n')
    const index = lines.findIndex((line) => shape.test(line))
    if (index < 0) continue
    found += 1
    console.log(`${roomOf(file.path, rooms)?.folder ?? '-'}  ${what}  ${file.path}:${index + 1}`)
  }
}
const folder = rooms.find((room) => room.folder.endsWith(`/${wanted}`) || room.name === wanted)
if (folder !== undefined) {
  found += 1
  console.log(`${folder.folder}  is the room; start with its README.md`)
}
const meaning = readFileSync(join(root, 'GLOSSARY.md'), 'utf8')
  .split('\n')
  .find((line) => new RegExp(`^\\|\\s*${escaped}\\s*\\|`, 'i').test(line))
if (meaning !== undefined) {
  found += 1
  console.log(`glossary  ${meaning.replace(/\s*\|\s*/g, ' · ').replace(/^ · | · $/g, '')}`)
}
if (found === 0) {
  const users = files.filter((file) => file.text.includes(wanted)).slice(0, 20)
  for (const file of users) console.log(`${roomOf(file.path, rooms)?.folder ?? '-'}  mentions it  ${file.path}`)
  if (users.length === 0) {
    console.log(
      `Nothing is called "${wanted}". Rooms: ${readdirSync(join(root, 'platform')).join(' ')} ${readdirSync(join(root, 'products')).join(' ')}`,
    )
    process.exitCode = 1
  }
}

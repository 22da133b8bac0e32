// Drives the engine given as arguments through a game with Sabaki's own GTP client, and says what came of it as one line of JSON.
'use strict'

const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const send = async (controller, name, ...args) => {
  const response = await controller.sendCommand({name, args})
  if (response.error) throw new Error(`${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

// A streaming command: its lines, until `enough` of them and the command after it end it.
const stream = async (controller, name, args, enough) => {
  const lines = []
  let done = () => {}
  const full = new Promise(resolve => (done = resolve))
  const response = controller.sendCommand({name, args}, ({line}) => {
    lines.push(line.trim())
    if (enough(lines)) done()
  })
  await Promise.race([full, response])
  return {lines, response}
}

const main = async () => {
  const [path, ...args] = process.argv.slice(2)
  const controller = new Controller(path, args)
  const tracker = new ControllerStateTracker(controller)
  controller.start()
  const name = await send(controller, 'name')
  const version = await send(controller, 'version')
  await send(controller, 'protocol_version')
  const commands = (await send(controller, 'list_commands')).split('\n')

  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: []})
  const analysis = await stream(controller, 'lz-analyze', ['B', '5'], lines => lines.filter(line => line.startsWith('info')).length >= 3)
  // Sabaki ends an analysis by the next command.
  await tracker.sync({history: [{name: 'play', args: ['B', 'C3']}]})
  await analysis.response

  let passes = 0
  let moves = 0
  let color = 'W'
  while (passes < 2 && moves < 1000) {
    let vertex
    if (moves % 2 === 0) {
      vertex = await send(controller, 'genmove', color)
    } else {
      const {lines, response} = await stream(controller, 'lz-genmove_analyze', [color, '10'], lines => lines.some(line => line.startsWith('play ')))
      await response
      vertex = lines.find(line => line.startsWith('play ')).slice(5)
    }
    if (vertex === 'resign') break
    passes = vertex === 'pass' ? passes + 1 : 0
    moves++
    color = color === 'W' ? 'B' : 'W'
  }
  const known = tracker.state.history.length
  const score = await send(controller, 'final_score')
  // Going back in the tree makes Sabaki undo or set up anew.
  await tracker.sync({history: tracker.state.history.slice(0, 5)})
  const stones = (await send(controller, 'list_stones', 'b')) + ' ' + (await send(controller, 'list_stones', 'w'))
  await controller.stop()
  console.log(JSON.stringify({name, version, commands: commands.length, reports: analysis.lines.length, moves, known, score, stones}))
}

main().catch(error => {
  console.error(error.message)
  process.exit(1)
})

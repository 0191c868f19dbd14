import { testOnCoind } from '../../../testing/family.ts';

testOnCoind(
  'numbers that would block or end the node are refused before any work',
  async (node) => {
    const address = await node.call('getnewaddress');
    const size = (await node.call<{ keypoolsize: number }>('getwalletinfo')).keypoolsize;
    return [
      await node.refusal('generatetoaddress', 1e9, address),
      await node.refusal('keypoolrefill', 200_001),
      await node.call<number>('getblockcount'),
      (await node.call<{ keypoolsize: number }>('getwalletinfo')).keypoolsize - size,
    ];
  },
  [
    { code: -8, message: 'nblocks is 1000000000, the maximum is 500000: use several calls' },
    { code: -8, message: 'newsize is 200001, the maximum is 200000' },
    0,
    0,
  ],
);

testOnCoind(
  'long calls yield to others, and have complete results',
  async (node) => {
    const seen: string[] = [];
    const long = [
      node
        .call<string[]>('generatetoaddress', 1500, await node.call('getnewaddress'))
        .then((hashes) => seen.push(`${hashes.length} blocks`)),
      node.call('keypoolrefill', 600).then(() => seen.push('keys')),
    ];
    for (let i = 0; i < 3; i++) await node.call('uptime').then(() => seen.push('uptime'));
    await Promise.all(long);
    const { keypoolsize } = await node.call<{ keypoolsize: number }>('getwalletinfo');
    return [seen.slice(0, 1), seen.toSorted(), await node.call<number>('getblockcount'), keypoolsize];
  },
  [['uptime'], ['1500 blocks', 'keys', 'uptime', 'uptime', 'uptime'], 1500, 600],
);

testOnCoind(
  'a check of the whole chain yields to other calls, also to mining',
  async (node) => {
    const address = await node.call('getnewaddress');
    // So many that their check takes ten turns and more on a fast machine.
    await node.call('generatetoaddress', 20_000, address);
    const seen: string[] = [];
    const check = node.call<boolean>('verifychain', 4, 0).then((good) => seen.push(`checked: ${good}`));
    await node.call('uptime').then(() => seen.push('uptime'));
    await node.call('generatetoaddress', 1, address).then(() => seen.push('mined'));
    await check;
    return seen;
  },
  ['uptime', 'mined', 'checked: true'],
);

testOnCoind(
  'verifychain accepts exactly the levels 0 to 4',
  async (node) => {
    await node.call('generatetoaddress', 3, await node.call('getnewaddress'));
    const answers: unknown[] = [];
    for (const level of [0, 1, 2, 3, 4]) answers.push(await node.call('verifychain', level));
    for (const level of [-1, 5]) answers.push((await node.refusal('verifychain', level)).code);
    return answers;
  },
  [true, true, true, true, true, -8, -8],
);

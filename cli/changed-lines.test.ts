import { expect, test } from 'vitest';
import { linesOf } from './changed-lines.ts';

test('the changed and added lines of a diff without context, by file; where lines were only removed, none', () => {
  const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3 +3 @@ export const a = 1;
-  was
+  is
@@ -10,2 +11,3 @@
-x
-y
+x1
+y1
+z1
@@ -20,4 +20,0 @@
-gone
diff --git a/old.ts b/old.ts
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/new.ts b/new.ts
--- /dev/null
+++ b/new.ts
@@ -0,0 +1,2 @@
+one
+two
`;
  expect([...linesOf(diff)]).toEqual([
    [
      'src/a.ts',
      [
        [3, 3],
        [11, 13],
      ],
    ],
    ['new.ts', [[1, 2]]],
  ]);
});

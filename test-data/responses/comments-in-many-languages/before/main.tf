resource "x" "y" {
  count = 1
  tags  = {}
}

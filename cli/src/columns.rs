//! Plain text tables.

/// Formats rows as columns two blanks apart; the first row contains the headings.
///
/// Columns that contain only numbers below the heading are aligned to the right; no line ends with a blank.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let is_number = |cell: &String| cell.bytes().all(|byte| byte.is_ascii_digit());
    let numeric = |column: usize| rows.len() > 1 && rows[1..].iter().all(|row| is_number(&row[column]));
    let shape: [(usize, bool); N] = std::array::from_fn(|column| (width(column), numeric(column)));
    rows.iter().map(|row| line(row, &shape)).collect()
}

fn line<const N: usize>(row: &[String; N], shape: &[(usize, bool); N]) -> String {
    let cell =
        |(cell, (width, numeric)): (&String, &(usize, bool))| if *numeric { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
    let cells: Vec<String> = row.iter().zip(shape).map(cell).collect();
    format!("{}\n", cells.join("  ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let rows = [["name", "count", "about"], ["a", "10", "x"], ["long", "9", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(columns(&rows), "name  count  about\na        10  x\nlong      9\n");
    }
}

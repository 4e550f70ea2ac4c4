//! Lists the functions of our crates below this one, with their lines, for `src/functions.rs`.

#[path = "src/function_lines.rs"]
mod function_lines;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The folders of the crates that a target runs, relative to the workspace.
const CRATES: [&str; 8] =
    ["formats/rules", "formats/pnacl", "formats/debuginfo", "formats/mir", "generators", "oracles", "oracles/cranelift", "fuzz"];

fn main() -> io::Result<()> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("{name} is not set")));
    let (own, out) = (folder("CARGO_MANIFEST_DIR")?, folder("OUT_DIR")?);
    let mut list = String::new();
    for krate in CRATES {
        let source = own.join("..").join(krate).join("src");
        println!("cargo::rerun-if-changed={}", source.display());
        let name = krate.rsplit('/').next().unwrap_or(krate);
        add(&source, &format!("{name}/src"), &format!("irsmith_{name}"), &mut list)?;
    }
    fs::write(out.join("functions.txt"), list)
}

/// Adds the functions of a folder of sources and its subfolders: `short` is the path of the folder in the list, `module` that of its module.
fn add(folder: &Path, short: &str, module: &str, list: &mut String) -> io::Result<()> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    for path in paths {
        let (file, stem) = (path.file_name().unwrap_or_default().to_string_lossy(), path.file_stem().unwrap_or_default().to_string_lossy());
        let inner = if matches!(&*stem, "lib" | "mod" | "main") { module.to_owned() } else { format!("{module}::{stem}") };
        if path.is_dir() {
            add(&path, &format!("{short}/{file}"), &inner, list)?;
        } else if file.ends_with(".rs") {
            list.push_str(&format!("{short}/{file}\n"));
            for function in function_lines::function_lines(&fs::read_to_string(&path)?) {
                list.push_str(&format!("\t{} {} {inner}::{}\n", function.first, function.last, function.name));
            }
        }
    }
    Ok(())
}
